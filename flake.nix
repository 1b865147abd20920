{
  description = "Gleaner: the web, fetched politely and handed over clean";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      eachSystem = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      # nixpkgs has Chromium for Linux alone; on macOS the installed Chrome is found by itself.
      browserOf = pkgs: nixpkgs.lib.optionals pkgs.stdenv.isLinux [ pkgs.chromium ];
    in
    {
      packages = eachSystem (pkgs: {
        default = pkgs.buildNpmPackage {
          pname = "gleaner";
          version = (nixpkgs.lib.importJSON ./package.json).version;
          src = self;
          nodejs = pkgs.nodejs_24;
          npmDeps = pkgs.importNpmLock { npmRoot = self; };
          npmConfigHook = pkgs.importNpmLock.npmConfigHook;
          npmFlags = [ "--ignore-scripts" ];
          nativeBuildInputs = [ pkgs.makeWrapper ];
          postInstall = ''
            wrapProgram $out/bin/gleaner --prefix PATH : ${nixpkgs.lib.makeBinPath ([ pkgs.nodejs_24 ] ++ browserOf pkgs)}
          '';
          meta.mainProgram = "gleaner";
        };
      });

      apps = eachSystem (pkgs: {
        default = {
          type = "app";
          program = toString (pkgs.writeShellScript "gleaner-serve" ''
            exec ${self.packages.${pkgs.system}.default}/bin/gleaner serve "$@"
          '');
        };
      });

      devShells = eachSystem (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.nodejs_24 pkgs.git pkgs.curl ] ++ browserOf pkgs;
        };
      });
    };
}
