{
  description = "Check, compare and convert Lexicons, the schemas of AT Protocol";

  # It must have Go 1.26 or later.
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
      ];
    in
    {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = nixpkgs.legacyPackages.${system}.callPackage ./package.nix {
          version = self.shortRev or "dirty";
          revision = self.rev or "";
        };
      });
    };
}
