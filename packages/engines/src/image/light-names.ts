import type { LightName } from './light-vocabulary.js';

/*
 * How prompts name things, in English, German, Spanish, French, Portuguese, Italian, Japanese and Chinese; Russian and Korean are
 * in `light-names-more`. Lower case without accents. A hyphen matches a hyphen, a blank or nothing, a trailing * any ending, a
 * trailing + a grammatical ending of up to three letters. Scripts without spaces match anywhere. The longest name at a place
 * wins.
 */

/** Where light can come from; names add up, as in "top left". */
export const DIRECTIONS = {
  left: { from: [-1, 0] },
  right: { from: [1, 0] },
  top: { from: [0, -1] },
  bottom: { from: [0, 1] },
  front: { from: [0, 0] },
  behind: { from: [0, 0], behind: 1 },
  upperLeft: { from: [-1, -1] },
  upperRight: { from: [1, -1] },
  lowerLeft: { from: [-1, 1] },
  lowerRight: { from: [1, 1] },
  bothSides: { from: [0, 0] },
} as const satisfies Record<string, { from: readonly [number, number]; behind?: number }>;
export type DirectionName = keyof typeof DIRECTIONS;

export const DIRECTION_NAMES: Readonly<Record<DirectionName, string>> = {
  left: `9-o'clock nine-o'clock left left-hand left-most links linke+ linksseitig* izquierd* gauche esquerd* sinistr* 左`,
  right: `3-o'clock three-o'clock right right-hand right-most rechts rechte+ rechtsseitig* derech* droite direit* destr* 右`,
  top: `12-o'clock twelve-o'clock top above over-head upper ceiling down-light+ from-up-high from-the-sky oben obere+ decke arriba encima lo-alto superior
    techo haut dessus au-dessus superieur+ plafond cima acima no-alto do-alto teto in-alto dall'alto l'alto sopra superior+ soffitto
    上から 上方 真上 頭上 上部 上側 从上 上面 顶部 頭頂 头顶 顶光 上边`,
  bottom: `6-o'clock six-o'clock bottom below from-under from-underneath underneath beneath lower up-light+ under-lit under-lighting unten untere+
    abajo de-bajo inferior dessous au-dessous en-bas le-bas du-bas inferieur+ baixo abaixo in-basso dal-basso il-basso sotto
    下から 下方 真下 下部 下側 足元 从下 下面 底部 脚下 底光 下边`,
  front: `front frontal+ front-lit front-light+ head-on on-camera vorne vorn frontlicht frente delante de-face devant davanti
    正面 前から 前方 前面 顺光 順光`,
  behind: `behind back-light+ back-lit from-the-back in-the-back background-light rear contre-jour hinten hinter gegenlicht
    detras atras contra-luz derriere arriere tras contro-luce dietro 後ろ 背後 逆光 背面 背后 后面 后方 背光 身后`,
  upperLeft: `10-o'clock 11-o'clock ten-o'clock eleven-o'clock 左上 左斜め上`,
  upperRight: `1-o'clock 2-o'clock one-o'clock two-o'clock 右上 右斜め上`,
  lowerLeft: `7-o'clock 8-o'clock seven-o'clock eight-o'clock 左下 左斜め下`,
  lowerRight: `4-o'clock 5-o'clock four-o'clock five-o'clock 右下 右斜め下`,
  bothSides: `both-sides either-side each-side all-sides two-sides beiden-seiten beide-seiten allen-seiten ambos-lados
    des-deux-cotes deux-cotes os-dois-lados dois-lados entrambi-i-lati due-lati 両側 左右 两侧 两边`,
};

export const GRAMMAR_NAMES = {
  /** Begins another phrase. */
  and: `and plus with while whereas & + und plus mit wahrend y con e avec et com と 和 与 以及 同时`,
  or: `or nor oder noch o ou ni nem ne ならびに 或 或者`,
  not: `no not without never non don't avoid free-of exclude nicht kein+ ohne niemals sin ningun* nada-de sans pas aucun+ jamais
    nao sem nenhum* senza nessun+ mai 不要 不是 不用 没有 沒有 无 別 别 禁止`,
  /** Follows what it denies. */
  notBefore: `なし 無し ではない じゃない でない なしで 以外 除外 は不要 ではなく じゃなく でなく`,
  /** Cancels a denial: "not only". */
  only: `only nur solo solamente seulement so-mente apenas soltanto だけ 只 仅`,
  but: `but instead rather sondern aber stattdessen sino pero mais plutot mas ma bensi 而是 但`,
  /** A shadow lies where the light does not come from. */
  shadow: `shadow+ shadow-side shade shaded schatten+ verschattet+ sombra+ sombread* ombre+ ombra+ ombrag* 影 陰 阴影 暗部`,
  /** The brighter and the darker of several lights. */
  key: `key key-light+ main-light+ hauptlicht fuhrungslicht luz-principal lumiere-principale luce-principale
    キーライト 主光 メインライト 主灯`,
  fillLight: `fill fill-light+ fill-in aufhelllicht aufhellung aufheller luz-de-relleno lumiere-de-remplissage luz-de-preenchimento
    luce-di-riempimento フィルライト 補助光 补光 辅光`,
  very: `very really extremely super ultra highly strong+ intense+ deep+ rich heavy heavily sehr extrem+ stark+ intensiv+ tief+
    muy muito tres fort forte forti forts molto assai intens+ とても 非常に すごく 強い 強烈 很 非常 强烈 极其 特别`,
  slightly: `weak+ weakly schwach+ debil+ faible+ fraco+ debole+ 弱い 弱 slightly slight subtle subtly a-bit a-little gentle gently faint+ leicht+ etwas ein-wenig dezent+ ligera+ un-poco
    legere+ un-peu subtil+ um-pouco leve leves leggera+ leggero un-po 少し わずか 微か かすか 稍微 轻微 略 微弱`,
  /** Not what it looks like. */
  ignored: `in-front-of just-right right-amount right-now right-before left-over+ top-model top-quality top-notch bottom-line
    摄影 撮影 影像 背影 合影 月份`,
  /** A colour before one of these is the thing's, not the light's. */
  thing: `dress+ shirt+ eye+ eyed hair haired jacket+ coat+ hat+ suit+ skirt+ lip+ lipstick skin car+ flower+ rose+ grass juice
    wall+ wine tea retriever ring+ kleid+ augen haar haare vestido+ robe+ yeux ojos pelo cabelo occhi capelli ドレス 服 裙 衣`,
} as const;
export type GrammarName = keyof typeof GRAMMAR_NAMES;

export const LIGHT_NAMES: Readonly<Record<LightName, string>> = {
  sunset: `sunset+ sun-down setting-sun evening-sun abendrot+ sonnenuntergang+ abendsonne puesta-de-sol atardecer ocaso
    coucher-de-soleil soleil-couchant por-do-sol poente entardecer tramonto 夕日 夕焼け 夕陽 日没 日落 夕阳 落日 晚霞`,
  sunrise: `sunrise+ rising-sun morning-sun+ morning-light sonnenaufgang+ morgensonne morgenlicht amanecer salida-del-sol
    lever-de-soleil lever-du-soleil soleil-levant nascer-do-sol amanhecer alba 朝日 日の出 日出 朝阳 晨光 旭日`,
  dawn: `dawn day-break early-morning morgengrauen morgenrot+ morgendammerung madrugada aube aurore aurora-da-manha
    夜明け 黎明 拂晓 清晨`,
  dusk: `dusk twilight gloaming dammerung+ abenddammerung crepuscul* crepuscolo anochecer 夕暮れ 黄昏 薄暮 傍晚`,
  blueHour: `blue-hour blauen-stunde blaue-stunde hora-azul heure-bleue ora-blu ブルーアワー 蓝调时刻 蓝色时刻`,
  golden: `golden gold golden-hour gilded goldene+ golden-stunde goldenen-stunde goldenes-licht hora-dorada dorad+ heure-doree
    doree+ hora-dourada dourad+ ora-d'oro dorat+ ゴールデンアワー 金色 黄金 黄金时刻 黄金時刻`,
  sun: `sun sunny sun-light sun-lit sun-shine sun-ray+ sonne sonnig+ sonnenlicht sonnenschein sol soleado soleada luz-solar soleil
    ensoleille+ ensolarad+ sole soleggiat+ solare 日光 太陽 日差し 陽光 晴れ 阳光 太阳 晴天 晴朗`,
  noon: `noon mid-day high-noon mittag+ mittagssonne mediodia midi meio-dia mezzo-giorno 正午 真昼 中午`,
  daylight: `day-light day-time day tageslicht tagsuber luz-de-dia luz-del-dia luz-natural lumiere-du-jour luz-do-dia
    luce-del-giorno luce-naturale 昼光 自然光 昼間 白天 日间`,
  moonlight: `moon moon-light moon-lit moon-shine mond mondlicht mondschein luna luz-de-luna clair-de-lune lune luar lua
    chiaro-di-luna 月光 月明かり 月夜 月`,
  night: `night night-time nocturn+ nacht nachts nachtlich+ noche nuit noite notte notturn+ 夜 夜晚 晚上 夜间 黑夜`,
  midnight: `mid-night mitternacht medianoche minuit meia-noite mezzanotte 真夜中 深夜 午夜 半夜`,
  candle: `candle+ candle-light candle-lit kerze+ kerzenlicht kerzenschein vela+ luz-de-vela+ bougie+ chandelle+ candela candele
    lume-di-candela 蝋燭 ろうそく キャンドル 蜡烛 烛光`,
  fire: `fire+ fire-light camp-fire+ bon-fire+ fire-place flame+ torch+ lava feuer lager-feuer kamin+ flamme+ fackel+ fuego fogata
    hoguera llama+ feu feu-de-camp cheminee fogo fogueira chama+ fuoco falo fiamm+ 炎 焚き火 たき火 火 篝火 营火 火焰 火光`,
  lamp: `lamp+ lantern+ bulb+ tungsten incandescent street-light+ street-lamp+ lampe+ laterne+ gluhbirne+ lampara+ farol+ linterna+
    bombilla+ ampoule+ lanterne+ lampada+ lanterna+ ランプ 電球 提灯 ランタン 灯笼 台灯 路灯 灯泡`,
  window: `window+ window-light fenster+ fensterlicht ventana+ fenetre+ janela+ finestr+ 窓 窓辺 窗 窗户 窗光`,
  softbox: `softbox+ soft-box+ umbrella beauty-dish ソフトボックス 柔光箱`,
  studio: `studio+ studiolicht estudio+ スタジオ 摄影棚 影棚 棚拍`,
  ringLight: `ring-light ringlicht aro-de-luz リングライト 环形灯`,
  flash: `flash+ strobe+ blitz+ blitzlicht フラッシュ 闪光灯`,
  rembrandt: `rembrandt+ レンブラント 伦勃朗`,
  butterfly: `butterfly-light+ paramount-light+ バタフライライト 蝴蝶光`,
  split: `split-light+ half-lit ツートン 阴阳光`,
  side: `side-light+ side-lit from-the-side seitenlicht seitlich+ luz-lateral lateral+ laterale+ サイドライト 側光 侧光 侧面`,
  fortyFive: `45-degree+ 45° 45-grad 45-grados 45-degres 45-graus 45-gradi 45度`,
  rim: `rim rim-light+ edge-light+ hair-light+ halo kantenlicht lichtsaum luz-de-contorno lumiere-de-contour luz-de-recorte
    luce-di-contorno リムライト 轮廓光 边缘光`,
  silhouette: `silhouette+ silueta+ silhueta+ sagoma シルエット 剪影`,
  spotlight: `spot spot-light+ spotlicht scheinwerfer+ foco+ reflector projecteur+ holofote+ faretto riflettore スポットライト
    聚光灯 追光`,
  stage: `stage stage-light+ concert theatre-light+ theater-light+ buhne+ buhnenlicht escenario concierto scene-light+
    lumiere-de-scene palco palcoscenico 舞台 ステージ`,
  neon: `neon neon-light+ neonlicht leuchtreklame neon+ luces-de-neon ネオン 霓虹 霓虹灯`,
  cyberpunk: `cyber-punk blade-runner synthwave vaporwave サイバーパンク 赛博朋克`,
  disco: `disco discotheque discoteca night-club club-light+ party-light+ ディスコ 迪斯科`,
  christmas: `christmas xmas fairy-light+ string-light+ weihnacht+ weihnachts* lichterkette+ navidad+ noel guirlande natal natale
    natalizi+ クリスマス イルミネーション 圣诞 彩灯`,
  fluorescent: `fluorescent+ office-light+ office neonrohre+ leuchtstoff* buro burolicht fluorescente+ oficina neon-de-bureau
    bureau escritorio ufficio fluorescenza 蛍光灯 オフィス 荧光灯 办公室 日光灯`,
  screen: `screen-light screen-glow monitor+ computer-screen tv-light television bildschirm+ pantalla+ ecran+ ecra tela-do schermo
    モニター 画面の光 屏幕`,
  godRays: `god-ray+ light-shaft+ shaft+-of-light volumetric+ sun-beam+ light-ray+ beams-of-light crepuscular heavenly
    lichtstrahl+ sonnenstrahl+ rayos-de-luz rayos-de-sol rayons+ raios-de-luz raios-de-sol raggi-di-luce raggi-di-sole
    天使の梯子 光芒 木漏れ日 光束 丁达尔 耶稣光 圣光`,
  overcast: `overcast cloud+ cloudy clouds behind-clouds behind-the-clouds bewolkt+ bedeckt+ wolkig+ trub+ nublad+ nuageux couvert
    ciel-couvert nuvoloso coperto 曇り 曇天 阴天 多云 陰天`,
  fog: `fog foggy mist misty haze hazy nebel+ neblig+ niebla brume+ brouillard+ nevoa neblina nebbia foschia 霧 もや 雾 薄雾 雾气`,
  storm: `storm+ stormy thunder* rain rainy gewitter+ sturm+ regen regnerisch+ tormenta lluvia orage+ pluie tempestade chuva
    tempesta pioggia 嵐 雨 暴风 雷雨 暴风雨`,
  snow: `snow snowy winter wintry schnee+ nieve invierno neige hiver neve inverno 雪 冬 冬天 冬日`,
  underwater: `under-water under-the-sea deep-sea unter-wasser+ bajo-el-agua submarin+ sous-l'eau sous-marin+ subaquatic+
    debaixo-d'agua sott'acqua subacque+ 水中 海底 水下`,
  forest: `forest+ wood-land jungle wald+ bosque+ foret+ floresta+ foresta+ 森 森林 树林`,
  horror: `horror spooky scary creepy sinister haunted halloween grusel+ gruselig+ unheimlich+ terror horreur effrayant+
    assustador+ orrore spaventos+ ホラー 恐怖 不気味`,
  warm: `warm+ warmth warmly calid+ chaud+ chaleur+ quente+ cald+ calor 暖 温かい 暖かい 暖色`,
  cozy: `cozy cosy gemutlich+ acogedor+ chaleureux chaleureuse aconchegant+ accoglient+ 温馨 居心地`,
  cold: `cold+ cool+ icy chilly frosty kalt+ kuhl+ eisig+ frio fria frios frias froid+ freddo fredda 冷 寒い 冷たい 涼しい 寒冷 冷色 清冷`,
  red: `red crimson scarlet ruby rot rote+ roter rotes rotem rotlicht roj+ rouge+ vermelh+ ross+ 赤 红 紅`,
  orange: `orange+ naranja+ anaranjad* laranja+ arancio+ arancion* オレンジ 橙 橘色`,
  amber: `amber bernstein* ambar ambre+ ambra アンバー 琥珀`,
  yellow: `yellow gelb gelbe+ gelber gelbes amarill+ amarel+ jaune+ giall+ 黄 黄色`,
  green: `green emerald grun grune+ gruner grunes verde+ verdi vert verte+ verts 緑 绿 綠`,
  cyan: `cyan turquoise aqua turkis+ cian+ turquesa+ ciano シアン 青緑 青色`,
  teal: `teal petrol ティール 蓝绿`,
  blue: `blue azure blau blaue+ blauer blaues azul+ bleu+ bleue+ blu 青 青い 蓝 藍 ブルー`,
  violet: `violet violett+ violet+ violeta+ viola 紫色 すみれ`,
  purple: `purple lila purpur+ morad+ purpura+ pourpre+ rox+ porpora 紫 パープル`,
  magenta: `magenta fuchsia fucsia マゼンタ 品红 洋红`,
  pink: `pink+ rose rosa rosig+ rosado+ rosad+ ピンク 桃色 粉 粉色 粉红`,
  white: `white weiß+ weiss+ blanc blanch+ blanc+ blanca blanco branc+ bianc+ 白`,
  bright: `bright+ brightly brilliant luminous radiant well-lit helle+ heller helles sehr-hell strahlend+ leuchtend+ brillante+
    luminos+ claro clara lumineux lumineuse+ brilhante+ brillant+ chiaro 明るい 明亮 亮`,
  airy: `airy high-key luftig+ aere+ arios+ ハイキー 高调`,
  dark: `dark+ darkness gloomy dunkel+ dunkl+ finster+ duster+ oscur+ obscur+ sombre+ escur+ scur+ buio 暗い 暗 黑暗 昏暗 黒い 幽暗`,
  dim: `dim+ dimly low-light dimmed gedimmt+ schummrig+ tenue+ poca-luz tamise+ fraca luce-bassa soffus+ 薄暗い ほの暗い 微光 暗淡`,
  moody: `moody atmospheric brooding low-key stimmungsvoll+ melancholi* low-key+ atmosferic+ ambiance-sombre ムーディー ローキー
    情绪 氛围`,
  dramatic: `dramatic+ chiaroscuro intense-light dramatisch+ dramatic+ dramatique+ drammatic+ claroscuro clair-obscur ドラマチック
    劇的 戏剧`,
  cinematic: `cinematic+ movie filmic film-look kino+ filmisch+ cinematografic* cinematique+ cinematograph* シネマティック 映画 电影`,
  hard: `hard harte+ duro dura duros duras dure dures 硬い 硬光 強光`,
  harsh: `harsh+ glaring grell+ cru crue aspr+ 刺すような 刺眼 强光`,
  contrast: `contrast+ contrasty high-contrast kontrast+ contraste+ contrastad+ contrast* alto-contraste コントラスト 对比 高对比`,
  lowContrast: `low-contrast flat-light+ kontrastarm+ bajo-contraste faible-contraste baixo-contraste basso-contrasto 低对比`,
  noir: `film-noir noir ノワール 黑色电影`,
  soft: `soft+ softly weich+ sanft+ suave+ doux douce+ morbida morbido dolce delicat+ 柔らか やわらか ソフト 柔和 柔 柔光`,
  diffuse: `diffus+ diffuse+ difus+ diffus* 拡散 漫射 散射`,
  vivid: `vivid+ vibrant+ colorful+ colourful+ lebendig+ bunt+ farbenfroh+ vivid+ colorid+ vif vive+ colore+ vivac+ colorat+ 鮮やか カラフル
    鲜艳 多彩`,
  pastel: `pastel+ pastell+ パステル 粉彩 马卡龙`,
  muted: `muted desaturated faded washed-out gedampft+ entsattigt+ apagad+ desaturad+ attenue+ smorzat+ くすんだ 低饱和 褪色`,
  vintage: `vintage retro nostalgi* old-photo antik+ antiguo+ レトロ ヴィンテージ 复古 怀旧`,
  sepia: `sepia+ sepi+ seppia セピア 棕褐色`,
  monochrome: `monochrome black-and-white black-white b&w greyscale grayscale schwarz-weiß+ schwarz-weiss+ blanco-y-negro
    noir-et-blanc preto-e-branco bianco-e-nero モノクロ 白黒 黑白 单色`,
  vignette: `vignett* vignette+ vinet* viñet+ ヴィネット 暗角`,
  centre: `center+ centre+ in-the-middle zentrum mitte centro au-milieu 中央 中心 中间`,
  dreamy: `dreamy dream-like ethereal magical fairy-tale fantasy traumhaft+ magisch+ zauberhaft+ onirico onirica magic+ feerique+
    magique+ etereo fiabesc+ 幻想的 夢のよう 梦幻 魔幻 魔法`,
  aurora: `aurora-borealis northern-light+ polarlicht+ aurora-boreal aurore-boreale オーロラ 极光`,
};
