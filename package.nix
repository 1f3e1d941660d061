# lexsmith for nixpkgs' callPackage; flake.nix says which revision it is.
{
  lib,
  stdenv,
  buildGoModule,
  installShellFiles,
  version ? "unstable",
  revision ? "",
}:

buildGoModule {
  pname = "lexsmith";
  inherit version;

  src = lib.cleanSource ./.;

  # The hash of the folder that "go mod vendor" writes: .ci/nix says what it must be.
  vendorHash = "sha256-+LVy1usiVSRdUiqRR3uBAju89GzJbi9QlwUflXgjQyI=";

  subPackages = [ "." ];
  env.CGO_ENABLED = 0;
  ldflags = [
    "-s"
    "-w"
    "-X main.version=${version}"
    "-X main.commit=${revision}"
  ];

  nativeBuildInputs = [ installShellFiles ];
  postInstall = lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
    go run -tags packaging . packaging build
    installManPage build/man1/*.gz build/man7/*.gz
    installShellCompletion --cmd lexsmith \
      --bash build/completions/lexsmith.bash \
      --fish build/completions/lexsmith.fish \
      --zsh build/completions/_lexsmith
  '';

  meta = {
    description = "Check, compare and convert Lexicons, the schemas of AT Protocol";
    homepage = "https://github.com/lexsmith/lexsmith";
    license = lib.licenses.mit;
    mainProgram = "lexsmith";
  };
}
