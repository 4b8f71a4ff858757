{ lib, stdenvNoCC, fetchurl }:

let
  archives = {
    x86_64-linux = { name = "linux-amd64"; sha256 = "<<sum "linux-amd64">>"; };
    aarch64-linux = { name = "linux-arm64"; sha256 = "<<sum "linux-arm64">>"; };
    x86_64-darwin = { name = "darwin-amd64"; sha256 = "<<sum "darwin-amd64">>"; };
    aarch64-darwin = { name = "darwin-arm64"; sha256 = "<<sum "darwin-arm64">>"; };
  };
  archive = archives.${stdenvNoCC.hostPlatform.system};
in
stdenvNoCC.mkDerivation {
  pname = "crosscut";
  version = "<<.Number>>";
  src = fetchurl {
    url = "<<.Address>>/crosscut-<<.Version>>-${archive.name}.tar.gz";
    inherit (archive) sha256;
  };
  installPhase = ''
    install -Dm755 -t $out/bin crosscut crosscut-cluster
    install -Dm644 -t $out/share/man/man1 man/man1/*.gz
    install -Dm644 completions/crosscut.bash $out/share/bash-completion/completions/crosscut
    install -Dm644 completions/crosscut-cluster.bash $out/share/bash-completion/completions/crosscut-cluster
    install -Dm644 -t $out/share/zsh/site-functions completions/_crosscut*
    install -Dm644 -t $out/share/fish/vendor_completions.d completions/*.fish
  '';
  meta = {
    description = "Solves, counts, makes and explains Hidokus, magic boards and draughtboards";
    license = lib.licenses.mit;
    platforms = builtins.attrNames archives;
    mainProgram = "crosscut";
  };
}
