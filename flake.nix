{
  description = "Gleaner: a polite web crawler and content extractor";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      eachSystem = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      # nixpkgs has Chromium for Linux alone; on macOS the installed Chrome is found by itself.
      browserOf = pkgs: nixpkgs.lib.optionals pkgs.stdenv.isLinux [ pkgs.chromium ];
    in
    {
      # The sandbox of a build has no network, so npm installs when the app first starts.
      apps = eachSystem (pkgs: {
        default = {
          type = "app";
          program = toString (pkgs.writeShellScript "gleaner" ''
            export PATH=${nixpkgs.lib.makeBinPath ([ pkgs.nodejs_24 pkgs.coreutils pkgs.bash ] ++ browserOf pkgs)}:$PATH
            exec bash ${self}/scripts/run-source.sh ${self} "$@"
          '');
        };
      });

      # npm's packages come one by one, each checked by the hash in package-lock.json, so no hash of all stands here.
      packages = eachSystem (pkgs: {
        default = pkgs.buildNpmPackage {
          pname = "gleaner";
          inherit (nixpkgs.lib.importJSON ./package.json) version;
          src = self;
          nodejs = pkgs.nodejs_24;
          npmDeps = pkgs.importNpmLock { npmRoot = self; };
          npmConfigHook = pkgs.importNpmLock.npmConfigHook;
          npmFlags = [ "--ignore-scripts" ];
          npmPackFlags = [ "--ignore-scripts" ];
          npmPruneFlags = [ "--omit=optional" ];
          nativeBuildInputs = [ pkgs.makeWrapper ];
          postInstall = nixpkgs.lib.optionalString pkgs.stdenv.isLinux ''
            wrapProgram $out/bin/gleaner --suffix PATH : ${nixpkgs.lib.makeBinPath (browserOf pkgs)}
          '';
          meta.mainProgram = "gleaner";
        };
      });

      nixosModules.default = import ./scripts/operate/nixos-module.nix { inherit self; };

      devShells = eachSystem (pkgs: {
        default = pkgs.mkShell {
          # Else npm's own Node would stand before this one in PATH.
          npm_config_ignore_scripts = "true";
          packages = [ pkgs.nodejs_24 pkgs.git pkgs.curl pkgs.postgresql ] ++ browserOf pkgs;
        };
      });
    };
}
