/** Receivers of messages that anybody may write to: chats and bots. */
export const MESSENGER_HOST =
  /\bdiscord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\b|\bapi\.telegram\.org\/(?:file\/)?bot|\bhooks\.slack\.com\/services\b|\bwebhook\.office\.com\b/i;
/** Services that show the requests that they get, and tunnels that end where nobody knows. */
export const COLLECTOR_HOST =
  /\bwebhook\.site\b|\brequestbin\.|\bm\.pipedream\.net\b|\bburpcollaborator\.net\b|\boastify\.com\b|\boast\.(?:fun|me|live|site|online|pro|today)\b|\binteract\.?sh\b|\bbeeceptor\.com\b|\bcanarytokens\b|\brequestcatcher\.com\b|\bdnslog\.cn\b|\bceye\.io\b|\bhookb\.in\b|\bptsv\d?\.com\b|\bhookdeck\.|\bpostb\.in\b/i;
/** Files and texts of strangers. */
export const PASTE_HOST =
  /\bpastebin\.com\/raw\b|\brentry\.(?:co|org)\b|\bhastebin\.com\b|\bpaste\.ee\b|\btransfer\.sh\b|\bfile\.io\b|\bgofile\.io\b|\banonfiles?\.com\b|\b0x0\.st\b|\b(?:files|litterbox)\.catbox\.moe\b|\bcatbox\.moe\b|\bcdn\.discordapp\.com\/attachments\b|\bghostbin\.|\bdpaste\.(?:com|org)\b|\btermbin\.com\b|\bix\.io\b|\bbashupload\.com\b|\btemp\.sh\b|\boshi\.at\b|\bpixeldrain\.com\b/i;
export const TUNNEL_HOST =
  /\bngrok(?:-free)?\.(?:io|app|dev)\b|\btrycloudflare\.com\b|\bserveo\.net\b|\bloca(?:l|)tunnel\.me\b|\bloca\.lt\b|\blocalhost\.run\b|\blhr\.life\b|\bbore\.pub\b|\.onion\b/i;

/** Where browsers keep passwords and cookies. */
export const BROWSER_STORE =
  /\bLogin Data\b|["'\\/](?:logins|key4)\.(?:json|db)\b|["'\\/]cookies\.sqlite\b|(?:Chrome|Edge|Brave|Chromium|Opera|Vivaldi)[^\n]{0,100}(?:User Data|Local State|[\\/"']Cookies\b)|\bCryptUnprotectData\b|\bos_crypt\b[^\n]{0,40}\bencrypted_key\b/;
/** Where wallets keep keys: by their files and the ids of browser extensions. */
export const WALLET_STORE =
  /\b(?:nkbihfbeogaeaoehlefnkodbefgpgknn|ejbalbakoplchlghecdalmeeeajnimhm|bfnaelmomeimhlpmgjnjophhpkkoljpa|hnfanknocfeofbddgcijnmhnfnkdnaad|fhbohimaelbohpjbbldcngcnapndodjp|ibnejdfjmmkpcnlpebklmnkoeoihofec|egjidjbpglichdcondbcbdnbeeppgdph)\b|\bwallet\.dat\b|\bexodus\.wallet\b|(?:Exodus|Electrum|Ethereum|Armory|Zcash|Bitcoin|Guarda|Jaxx|Coinomi)["']?\s*[\\/,]+\s*["']?(?:wallets|keystore|exodus\.wallet|Local Storage)|\batomic["']?\s*[\\/,]+\s*["']?Local Storage|\bsolana[\\/]id\.json\b|\bLocal Extension Settings\b|\bbc1\)?\|\(?\[13\]|\[13\]\[a-[a-z]{1,4}-?[a-zA-Z]/i;
/** Tokens of chat programs. */
export const CHAT_TOKENS =
  /\bdQw4w9WgXcQ:|\[\\?\w[^\]\n]{0,8}\]\{2[346](?:,2\d)?\}\\?\.\[\\?\w[^\]\n]{0,8}\]\{6\}\\?\.\[|\bdiscord(?:canary|ptb)?["']?\s*[\\/,]+\s*["']?Local Storage|\bLocal Storage[\\/"', ]+leveldb\b|Telegram Desktop["']?\s*[\\/,]+\s*["']?tdata\b/i;
export const MINER =
  /\bstratum\d?\+(?:tcp|ssl|tls):\/\/|(?:[\\/]|^\s{0,20}(?:nohup\s|start\s)?)(?:xmrig|xmr-stak|nbminer|phoenixminer|lolminer|gminer|teamredminer|cpuminer|minerd|ethminer|srbminer)\b|\b(?:xmrig|xmr-stak|nbminer|phoenixminer|lolminer|t-rex|gminer|teamredminer|cpuminer|minerd|ethminer|srbminer)(?:\.exe\b|["']?\s*,?\s*["']?\s-{1,2}\w)|["']xmrig["']|\b(?:randomx|cryptonight|kawpow|autolykos2)\b[^\n]{0,200}\b(?:pool|wallet|worker|threads)\b|\b(?:supportxmr|moneroocean|minexmr|hashvault|herominers|2miners|nanopool|f2pool|nicehash|unmineable|c3pool|monerohash|ethermine)\.(?:com|org|pro|stream|net)\b|--donate-level\b|\bcoinhive\b|\b(?:algo(?:rithm)?|coin)["']?\s*[:=]\s*["']?(?:rx|cn(?:-\w+)?|argon2|panthera|ghostrider|kawpow|etchash|ethash|autolykos2?|firopow|progpow\w*|verushash|octopus|kheavyhash|nexapow|beamhash\w*|equihash\w*|zelhash|cuckatoo\d*|randomx|cryptonight\w*)(?:\/\w+)?["']?\s*(?:[,}\n]|$)|(?:[\w-]+\.)+[a-z]{2,10}:\d{3,5}\b[^]{0,200}\b(?:4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|bc1q[a-z0-9]{38,58}|0x[0-9a-fA-F]{40}\.\w+)\b|\bmining\.(?:subscribe|authorize|submit)\b/im;

/** Commands that run what they download. */
export const DOWNLOAD_TO_SHELL =
  /\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:\/bin\/)?(?:ba|z|da|k)?sh\b|\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?python|(?:bash|sh)\s+(?:-c\s+["']?)?(?:<\(|["']?\$\()\s*(?:curl|wget)\b|\beval\s+["']?(?:\$\(|`)\s*(?:curl|wget)\b|\b(?:curl|wget)\b[^\n]{0,300}(?:&&|;)\s*(?:sudo\s+)?(?:chmod\s+(?:\+x|0?7\d\d)|(?:ba)?sh\s)/i;
export const WINDOWS_LOADER =
  /\bpowershell(?:\.exe)?["',\s][^\n]{0,200}\s-?["',\s]*-(?:e|ec|en|enc\w{0,11})["',\s]+(?!\$)[\w"']|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b[^\n|]{0,300}\|\s*(?:iex|Invoke-Expression)\b|\b(?:iex|Invoke-Expression)\b[^\n]{0,60}\b(?:iwr|irm|DownloadString|Net\.WebClient|Invoke-WebRequest|Invoke-RestMethod)\b|\b(?:iwr|Invoke-WebRequest|Start-BitsTransfer|DownloadFile)\b[^\n]{0,300}\b(?:Start-Process|Invoke-Item)\b|\bcertutil(?:\.exe)?\b[^\n]{0,60}-(?:urlcache|decode)\b|\bmshta(?:\.exe)?\b["',\s]{1,6}(?:https?:|vbscript:|javascript:)|\bbitsadmin\b[^\n]{0,40}\/transfer\b|\bregsvr32\b[^\n]{0,40}\/i:https?:|\brundll32\b[^\n]{0,40}javascript:/i;
export const SHELL_TO_NETWORK =
  /\/dev\/(?:tcp|udp)\/|\bn(?:c|cat|etcat)\b[^\n]{0,60}\s-(?:e|c)\s+["']?(?:\/bin\/)?(?:ba)?sh\b|\bmkfifo\b[^\n]{0,120}\bnc\b|\bsocat\b[^\n]{0,100}\bexec:/i;
export const ENCODED_TO_SHELL =
  /\bbase64\s+(?:-d|-D|--decode)\b[^\n|]{0,100}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bxxd\s+-r\b[^\n|]{0,60}\|\s*(?:ba)?sh\b/i;
export const SECRETS_BY_SHELL =
  /\b(?:curl|wget|nc)\b[^\n]{0,300}(?:\$\(\s*(?:env|printenv|cat)\b|`(?:env|printenv)|@?(?:~|\$HOME|\/root)\/\.(?:ssh|aws|netrc|config\/gcloud)|@\/etc\/(?:passwd|shadow))|\b(?:env|printenv|cat\s+(?:~|\$HOME)\/\.\S{1,40})\s*\|[^\n]{0,120}\b(?:curl|nc|wget)\b/;
export const LOGIN_START =
  />>?\s*["']?(?:~|\$HOME|\$\{HOME\}|\/home\/\w+|\/root)\/\.(?:bashrc|profile|zshrc|bash_profile|zshenv)|\|\s*crontab\b|\bcrontab\s+-(?!l|e)|\/etc\/cron\.|\/var\/spool\/cron|\bschtasks\b[^\n]{0,60}\/create\b|CurrentVersion\\{1,4}Run\b|\bLibrary\/Launch(?:Agents|Daemons)\b|\bsystemctl\b[^\n]{0,30}\s--user\b[^\n]{0,30}\benable\b|\bStart Menu[\\/]+Programs[\\/]+Startup\b|\.config\/autostart\b/i;
/** What the guides of well-known tools add to a shell's settings. */
export const KNOWN_START =
  /(?:source|\.)\s+["']?(?:(?:~|\$HOME)\/\.(?:cargo\/env|nvm\/nvm\.sh)|\/opt\/ros\/\w+\/setup\.(?:ba|z)?sh)\s*(?:\\n)?["']?\s*>>/;
export const DELETES_HOME =
  /\brm\s+-(?:rf|fr|r\s+-f)\s+(?:--no-preserve-root\s+)?["']?(?:~|\$HOME|\/|\/home|\/\*)["']?\/?\*?(?=["'\s;&)]|$)|\b(?:rd|rmdir)\s+\/s\s+\/q\s+(?:C:\\(?!\w)|%USERPROFILE%["'\s])|\bdel\s+\/[fsq][^\n]{0,20}%USERPROFILE%|\bformat\s+c:|\bmkfs\.\w+\s+\/dev\//im;
/** Installers that very many honest packages name. */
export const KNOWN_INSTALLER =
  /https?:\/\/(?:astral\.sh|sh\.rustup\.rs|get\.docker\.com|deb\.nodesource\.com|rpm\.nodesource\.com|get\.pnpm\.io|bun\.sh|install\.python-poetry\.org|raw\.githubusercontent\.com\/(?:Homebrew|nvm-sh|pyenv)\/|ollama\.(?:com|ai)|get\.sdkman\.io|apt\.llvm\.org|bootstrap\.pypa\.io|pixi\.sh|micro\.mamba\.pm|repo\.anaconda\.com|developer\.download\.nvidia\.com|packages\.microsoft\.com|nvidia\.github\.io)/i;
