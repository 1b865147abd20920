#!/usr/bin/env bash
# Evaluates flake.nix without a network: nixpkgs is a stub that has the attributes the flake uses and no more.
# What it shows: the flake parses, and each output of each system evaluates to what `nix run` and `nix develop` look for.
# What it cannot show: that nixpkgs has these packages and that they build.
set -euo pipefail
cd "$(dirname "$0")/.."
nix-instantiate --eval --strict --expr '
let
  flake = import ./flake.nix;
  lib = {
    genAttrs = names: f: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
    optionals = condition: list: if condition then list else [ ];
    makeBinPath = packages: builtins.concatStringsSep ":" packages;
  };
  packagesFor = system: {
    inherit system;
    stdenv.isLinux = builtins.match ".*-linux" system != null;
    chromium = "chromium";
    nodejs_24 = "nodejs_24";
    git = "git";
    curl = "curl";
    coreutils = "coreutils";
    bash = "bash";
    postgresql = "postgresql";
    writeShellScript = name: text: "/nix/store/${name}" + builtins.substring 0 0 text;
    mkShell = args: args.packages;
  };
  nixpkgs = { inherit lib; legacyPackages = lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ] packagesFor; };
  self = flake.outputs { self = self // { outPath = ./.; }; inherit nixpkgs; };
  check = system:
    assert self.apps.${system}.default.type == "app";
    assert builtins.elem "postgresql" self.devShells.${system}.default;
    assert builtins.elem "nodejs_24" self.devShells.${system}.default;
    assert builtins.elem "chromium" self.devShells.${system}.default == (builtins.match ".*-linux" system != null);
    true;
in builtins.all check [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ]
' | grep -qx true
echo "flake.nix evaluates for four systems against a stub of nixpkgs"
