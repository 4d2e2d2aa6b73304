import type { GenreName } from '../genres.js';

// Words are lower case without accents. A trailing * matches any ending, a hyphen a blank too; words of scripts without
// spaces match anywhere.
export const GENRE_WORDS: Partial<Record<GenreName, string>> = {
  techno: 'minimal-techno techno techno* rave acid テクノ техно 电子舞曲 techno-musik',
  house: 'tropical-house deep-house progressive-house house deephouse eurodance хаус ハウス',
  edm: 'edm bigroom big-room festival-house electro electro-house future-bass',
  trance: 'trance psytrance транс トランス',
  hardstyle: 'hardstyle hardcore-techno gabber rawstyle хардстайл ハードスタイル',
  dubstep: 'dubstep brostep riddim-dubstep дабстеп ダブステップ',
  drumAndBass:
    'dnb drum-and-bass drum-n-bass drum-bass jungle breakbeat breakcore liquid-dnb драм-н-бейс ドラムンベース',
  ambient: 'new-age ambient soundscape эмбиент 环境音乐 アンビエント',
  drone: 'drone drones dark-ambient ambient-drone drone-ambient',
  jazz: 'jazz jazz* bebop swing noir джаз 爵士 爵士乐 ジャズ',
  jazzTrio:
    'ragtime stride-piano jazz-trio piano-trio jazztrio trio-jazz trio-de-jazz джаз-трио 爵士三重奏 ジャズトリオ',
  bigBand: 'big-band bigband swing-band биг-бэнд биг-бенд 大乐队 ビッグバンド',
  bossa:
    'mariachi elevator-music bossa bossanova bossa-nova samba latin rumba brasil* latino latina латин* босса 拉丁 ボサノバ ボサノヴァ',
  salsa: 'salsa mambo merengue cumbia son-cubano timba cha-cha сальса 莎莎舞 サルサ',
  tango: 'tango tangos milonga танго 探戈 タンゴ',
  flamenco: 'flamenco bulerias rumba-flamenca fandango фламенко 弗拉门戈 フラメンコ',
  reggaeton: 'reggaeton regueton dembow perreo реггетон 雷鬼顿 レゲトン',
  waltz: 'waltz walzer valse vals valzer valsa вальс 华尔兹 圆舞曲 ワルツ',
  cinematic:
    'cinematic orchestral orchestra symphon* orchester* cinematique cinematografic* cinematic* sinfon* кинематограф* оркестр* 交响 交响乐 管弦乐 オーケストラ シネマティック',
  stringQuartet:
    'string-quartet streichquartett quatuor-a-cordes cuarteto-de-cuerdas cuarteto-de-cuerda quartetto-d-archi quarteto-de-cordas струнный-квартет 弦乐四重奏 弦楽四重奏',
  lofi: 'lofi lo-fi lofi-hip-hop lo-fi-hip-hop chillhop chillhop* lofi-beats lofi-study-beats лоуфай лофай ローファイ 低保真',
  hiphop: 'trip-hop triphop hiphop hip-hop rap boombap boom-bap хип-хоп рэп 嘻哈 说唱 ヒップホップ ラップ',
  trap: 'trap drill 808 трэп трап トラップ',
  phonk: 'phonk drift-phonk фонк フォンク',
  chiptune:
    'chiptune chip-tune 8-bit 8bit 16-bit bitpop nintendo gameboy game-boy чиптюн 8-битн* 8位 8ビット チップチューン',
  rock: 'shoegaze emo surf-rock hard-rock rock rock-n-roll rock-and-roll indie-rock рок 摇滚 ロック',
  rockBallad:
    'рок-баллада рок-балладу рок-баллады rock-ballad slow-rock-ballad power-ballad slow-rock rockballade ballade-rock balada-rock balada-de-rock ballata-rock рок-баллад* 摇滚抒情 ロックバラード',
  punk: 'punk punk-rock pop-punk skate-punk панк 朋克 パンク',
  grunge: 'grunge гранж グランジ',
  metal: 'metal heavy-metal thrash djent metalcore death-metal black-metal металл 重金属 金属 メタル',
  pop: 'pop popmusik pop-song поп 流行 ポップ ポップス',
  kpop: 'hyperpop k-pop kpop j-pop jpop кпоп к-поп 韩流 ケーポップ',
  ballad: 'ballad ballade balada ballata баллад* 抒情 抒情歌 バラード',
  rnb: 'r-and-b rnb r-n-b neo-soul contemporary-r-and-b ритм-энд-блюз ар-н-би',
  soul: 'soul motown northern-soul соул ソウル',
  gospel: 'gospel spiritual spirituals госпел 福音 ゴスペル',
  synthwave:
    'synthwave synth-wave retrowave outrun synth-pop synthpop eighties 80s 1980s 80er синтвейв 合成器浪潮 シンセウェイヴ',
  vaporwave: 'vaporwave vapor-wave mallsoft вейпорвейв ヴェイパーウェイヴ 蒸汽波',
  folk: 'polka polkas klezmer lute medieval-folk folk acoustic campfire akustisch* volksmusik folklor* acoustique acustico acustica americana singer-songwriter фолк народн* акустическ* 民谣 フォーク アコースティック',
  country: 'bluegrass country western honky-tonk nashville country-and-western кантри 乡村 カントリー',
  celtic:
    'celtic irish scottish keltisch* irisch* celtique celta celtico irlandais* irlandes* jig jigs кельт* ирланд* 凯尔特 爱尔兰 ケルト アイリッシュ',
  shanty:
    'chanson-de-marin chansons-de-marins chant-de-marin cancion-de-marineros canto-dei-marinai морская-песня shanty shanties sea-shanty sea-shanties sailor-song seemannslied* pirate pirates chant-de-marins piraten* шанти пират* 船歌 海盗 シーシャンティ 海賊',
  bollywood:
    'arabic oriental middle-eastern oud arabisch* arabe orientalisch* bollywood bhangra indian hindi punjabi raga indisch* indien* indiano indiana индийск* болливуд 印度 宝莱坞 ボリウッド インド',
  africanDrums:
    'tribal african-drums african-drum african-drumming african-percussion african-tribal tribal-drums djembe djembes afrikanische-trommeln tambours-africains tambores-africanos tamburi-africani африканские-барабаны 非洲鼓 アフリカンドラム アフリカの太鼓',
  afrobeat:
    'afrobeat afrobeats afro amapiano highlife african africana africano africaine afrikanisch* афробит африканск* 非洲 アフロビート アフリカ',
  percussion: 'percussion-ensemble drumline drum-circle batucada taiko samba-drums 太鼓 和太鼓',
  classical:
    'classical baroque sonata chamber klassik klassisch* classique classiques clasica clasico classica classico barock mozart bach beethoven chopin классич* классик* 古典 クラシック',
  choir:
    'gregorian* opera operatic gregorian choral chorale hymn kirchenchor choral-music chant-gregorien григориан* 圣歌 聖歌 賛美歌',
  acappella:
    'a-cappella acappella acapella a-capella a-capela акапелла а-капелла 阿卡贝拉 无伴奏合唱 アカペラ',
  march: 'march marching marching-band military-march marsch marche marcha marcia марш 进行曲 行進曲 マーチ',
  funk: 'funk funky disco groove groovy nu-disco фанк диско 放克 迪斯科 ファンク ディスコ',
  reggae: 'tropical island hawaii* jamaica* caribbean reggae ska dub dancehall регги 雷鬼 レゲエ スカ',
  blues: 'blues bluesy блюз 蓝调 布鲁斯 ブルース',
  lullaby:
    'lullaby lullabies wiegenlied* schlaflied* berceuse berceuses cancion-de-cuna nana nanas ninna-nanna cancao-de-ninar колыбельн* 摇篮曲 催眠曲 子守唄 子守歌 ララバイ',
  children:
    'children-s-song children-s-songs childrens-song children-s-music childrens-music kids-song kids-music nursery-rhyme nursery-rhymes kinderlied* kindermusik chanson-enfantine comptine comptines cancion-infantil infantil infantiles canzone-per-bambini musica-infantil детск* 儿歌 童谣 童謡 こどもの歌 子供の歌 キッズソング happy-birthday birthday geburtstag* anniversaire cumpleanos compleanno aniversario 生日 誕生日',
  christmas:
    'christmas xmas x-mas noel weihnacht* navidad navideno navidena natale natalizi* natal jingle-bells santa carol carols рождеств* новогодн* 圣诞 圣诞节 クリスマス',
  filmScore: 'film-score underscore kammerfilmmusik',
  suspense:
    'suspense suspens* thriller spannungsmusik investigation crime-scene detective true-crime саспенс триллер 悬疑 サスペンス',
  horror:
    'horror scary creepy haunted spooky halloween grusel* horrormusik terror horreur terrorific* effrayant* ужас* страшн* хоррор жутк* 恐怖 ホラー',
  corporate:
    'corporate unternehmens* imagefilm business commercial advert advertising werbung werbe* corporativ* d-entreprise aziendal* publicite publicidad корпоратив* 企业 企業 コーポレート',
  news: 'news news-intro breaking-news newsroom nachrichten* actualites noticias noticiero notiziario telegiornale новост* 新闻 ニュース',
};

/** Words of what music is for: they choose a genre where none is named. */
export const GENRE_HINTS: Partial<Record<GenreName, string>> = {
  edm: 'club clubbing dance-floor dancefloor dance drop drops festival gym workout fitness running aerobic* zumba tanz* danse baile ballo тренировк* танцев* 舞曲 健身 ダンス ワークアウト',
  house: 'fashion runway rooftop cocktail beach-club pool-party danza tanzmusik',
  ambient:
    'koto zen-garden white-noise nature-sounds meditat* sleep sleeping spa relax* yoga zen mindful* schlaf* schlafen dormir sommeil meditacion meditazione meditacao entspann* detente relaj* rilass* медитац* релакс* сон 冥想 放松 睡眠 瞑想 リラックス ヨガ',
  percussion:
    'percussion percussions perkussion percusion percussione percusion percussao перкусси* 打击乐 打楽器 パーカッション',
  drone: 'deep-space void abyss',
  jazz: 'lounge cafe coffee coffeehouse speakeasy smoky',
  cinematic:
    'epic trailer film filmmusik soundtrack bande-originale kinomusik 映画音楽 film movie battle hans-zimmer zimmer kino epique epico epica bande-son cinema эпич* эпос* фильм* кино 史诗 电影 预告片 壮大 戦い 映画 エピック fantasy medieval war viking schlacht krieg bataille guerre guerra batalla battaglia',
  lofi: 'study studying chill chilled chillout homework focus lernen etudier estudiar studiare учеб* 学习 勉強 作業用',
  hiphop: 'street urban freestyle gangsta beat beats',
  rock: 'indie stadium garage',
  pop: 'radio charts catchy sing-along vlog',
  chiptune:
    'video-game videogame arcade pixel retro-game videospiel jeu-video videojuego videogioco 电子游戏 ゲーム',
  synthwave: 'neon cyberpunk retro-futur* miami',
  folk: 'mountain cabin farm village',
  classical: 'ballet palace museum elegant* noble королевск*',
  ballad: 'first-dance wedding-dance slow-dance love-song liebeslied',
  corporate:
    'jingle logo sting presentation startup explainer tutorial company product-launch technology motivational inspiring inspirational uplifting презентац* 宣传片 プレゼン',
  march: 'parade military militar* soldier* anthem hymne',
  children:
    'kids children child kindergarten nursery playground kinder enfants ninos bambini criancas 儿童 孩子 子供 こども toddler* baby',
  lullaby: 'bedtime cradle gute-nacht',
  filmScore: 'documentary drama biopic dokumentation documentaire documental documentario',
  suspense: 'heist spy espionage stalking chase',
  news: 'headline headlines report broadcast',
};
