#!/usr/bin/env bash
# Evaluates flake.nix without a network: nixpkgs is a stub that has the attributes the flake uses and no more. Checks
# that the flake parses, that each output of each system evaluates to what `nix run`, `nix develop` and `nix build`
# need, and the NixOS module makes a service with the settings, the keys and the hardening of gleaner.service. Runs the
# script of `nix run` in an empty cache, with the Node of this checkout. It cannot check that nixpkgs has these packages
# and that they build.
set -euo pipefail
cd "$(dirname "$0")/.."
# The Node of the packages, which reads TypeScript.
export PATH="$PWD/node_modules/.bin:$PATH"
stub='
  flake = import ./flake.nix;
  letters = "abcdefghijklmnopqrstuvwxyz";
  split = text: builtins.filter (part: part != "") (map (part: if builtins.isString part then part else builtins.head part) (builtins.split "(.)" text));
  lib = {
    genAttrs = names: f: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
    optionals = condition: list: if condition then list else [ ];
    optionalString = condition: text: if condition then text else "";
    optionalAttrs = condition: attrs: if condition then attrs else { };
    makeBinPath = packages: builtins.concatStringsSep ":" packages;
    importJSON = path: builtins.fromJSON (builtins.readFile path);
    mapAttrs\u0027 = f: attrs: builtins.listToAttrs (map (name: f name attrs.${name}) (builtins.attrNames attrs));
    nameValuePair = name: value: { inherit name value; };
    toUpper = builtins.replaceStrings (split letters) (split "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    getExe = package: "${package.outPath}/bin/${package.meta.mainProgram}";
    mkEnableOption = description: { _type = "option"; inherit description; };
    mkOption = option: { _type = "option"; } // option;
    mkIf = condition: content: if condition then content else { };
    types = { package = "package"; str = "str"; int = "int"; path = "path"; attrsOf = type: type; oneOf = types: types; nullOr = type: type; };
  };
  packagesFor = system: {
    inherit system;
    stdenv = { isLinux = builtins.match ".*-linux" system != null; hostPlatform = { inherit system; }; };
    chromium = "chromium";
    nodejs_24 = "nodejs_24";
    git = "git";
    curl = "curl";
    coreutils = "coreutils";
    bash = "bash";
    postgresql = "postgresql";
    makeWrapper = "makeWrapper";
    writeShellScript = name: text: text;
    mkShell = args: args.packages;
    importNpmLock = { npmConfigHook = "npmConfigHook"; __functor = _: { npmRoot }: builtins.seq (lib.importJSON (npmRoot + "/package-lock.json")).lockfileVersion "npmDeps"; };
    buildNpmPackage = args: args // { outPath = "/nix/store/${args.pname}-${args.version}"; };
  };
  nixpkgs = { inherit lib; legacyPackages = lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ] packagesFor; };
  self = flake.outputs { self = self // { outPath = toString ./.; }; inherit nixpkgs; };
'
stub=${stub//\\u0027/\'}
evaluate() { nix-instantiate --eval --strict --json --expr "let $stub in $1"; }

evaluate '
let check = system:
  assert self.apps.${system}.default.type == "app";
  assert self.packages.${system}.default.version == (lib.importJSON ./package.json).version;
  assert self.packages.${system}.default.npmDeps == "npmDeps";
  assert (builtins.match ".*wrapProgram.*chromium.*" (builtins.replaceStrings [ "\n" ] [ " " ] self.packages.${system}.default.postInstall) != null) == (builtins.match ".*-linux" system != null);
  assert builtins.elem "postgresql" self.devShells.${system}.default;
  assert builtins.elem "nodejs_24" self.devShells.${system}.default;
  assert builtins.elem "chromium" self.devShells.${system}.default == (builtins.match ".*-linux" system != null);
  true;
in builtins.all check [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ]
' | grep -qx true

evaluate '
let
  pkgs = nixpkgs.legacyPackages.x86_64-linux;
  defaults = builtins.mapAttrs (_: option: option.default or null) (self.nixosModules.default { inherit lib pkgs; config = { }; }).options.services.gleaner;
  given = { enable = true; keysFile = "/run/secrets/keys"; settings = { port = 8090; domain_delay = "2 seconds"; }; };
  module = self.nixosModules.default { inherit lib pkgs; config.services.gleaner = defaults // given; };
in module.config.systemd.services.gleaner
' | node scripts/operate/compare-units.ts
# A source as a flake has it: without what git ignores, and read-only.
home=$(mktemp -d)
trap 'chmod -R u+w "$home" && rm -rf "$home"' EXIT
mkdir "$home/source"
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$home/source"
chmod -R a-w "$home/source"
evaluate 'self.apps.x86_64-linux.default.program' | node -e '
  const [source] = process.argv.slice(1)
  process.stdout.write(JSON.parse(fs.readFileSync(0, "utf8")).replaceAll(process.cwd(), source))
' "$home/source" >"$home/gleaner"
XDG_CACHE_HOME=$home/cache bash "$home/gleaner" doctor | grep "^gleaner " >/dev/null

echo "flake.nix evaluates for four systems against a stub of nixpkgs, and its NixOS module to the unit of gleaner.service; its app starts"
