class Crosscut < Formula
  desc "Solves, counts, makes and explains Hidokus, magic boards and draughtboards"
  homepage "<<.Address>>"
  version "<<.Number>>"
  license "MIT"

  on_macos do
    on_arm do
      url "<<.Address>>/crosscut-<<.Version>>-darwin-arm64.tar.gz"
      sha256 "<<sum "darwin-arm64">>"
    end
    on_intel do
      url "<<.Address>>/crosscut-<<.Version>>-darwin-amd64.tar.gz"
      sha256 "<<sum "darwin-amd64">>"
    end
  end
  on_linux do
    on_arm do
      url "<<.Address>>/crosscut-<<.Version>>-linux-arm64.tar.gz"
      sha256 "<<sum "linux-arm64">>"
    end
    on_intel do
      url "<<.Address>>/crosscut-<<.Version>>-linux-amd64.tar.gz"
      sha256 "<<sum "linux-amd64">>"
    end
  end

  def install
    bin.install "crosscut", "crosscut-cluster"
    man1.install Dir["man/man1/*.gz"]
    bash_completion.install "completions/crosscut.bash" => "crosscut", "completions/crosscut-cluster.bash" => "crosscut-cluster"
    zsh_completion.install Dir["completions/_crosscut*"]
    fish_completion.install Dir["completions/*.fish"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/crosscut version")
  end
end
