# Stand-ins for what flake.nix and package.nix use of nixpkgs: see .ci/nix.
{
  outputs =
    _:
    let
      lib = {
        genAttrs = names: value: builtins.listToAttrs (map (name: { inherit name; value = value name; }) names);
        cleanSource = path: path;
        optionalString = condition: text: if condition then text else "";
        licenses.mit = "MIT";
      };
      packages = system: {
        inherit lib system;
        buildGoModule = attributes: attributes;
        installShellFiles = "installShellFiles";
        stdenv.buildPlatform.canExecute = platform: platform == system;
        stdenv.hostPlatform = system;
      };
      callPackage = available: path: arguments:
        let package = import path;
        in package (builtins.intersectAttrs (builtins.functionArgs package) available // arguments);
    in
    {
      inherit lib;
      legacyPackages = lib.genAttrs [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" ] (system: {
        callPackage = callPackage (packages system);
      });
    };
}
