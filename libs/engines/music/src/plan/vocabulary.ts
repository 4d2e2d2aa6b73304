import type { VoiceName } from '../synth/voices.js';
import type { GenreName } from './genres.js';

// Words are lower case without accents. A trailing * matches any ending; words of scripts without spaces match anywhere.
/** Words that choose the genre; the first genre with a match in prompt order wins. */
export const GENRE_WORDS: Record<GenreName, string> = {
  techno: 'techno techno* rave acid テクノ техно 电子舞曲 techno-musik',
  house: 'house deephouse edm club clubbing dance danza tanzmusik eurodance хаус 舞曲 ハウス',
  trance: 'trance psytrance транс',
  drumAndBass: 'dnb drum&bass drum-and-bass jungle breakbeat breakcore',
  ambient:
    'ambient drone meditat* sleep spa soundscape relax* yoga zen schlaf* dormir эмбиент 冥想 环境 アンビエント 睡眠',
  jazz: 'jazz jazz* bebop swing noir bigband джаз 爵士 爵士乐 ジャズ',
  bossa: 'bossa bossanova samba latin salsa rumba tango brasil* latino latina латин* босса 拉丁 ボサノバ',
  waltz: 'waltz walzer valse vals valzer valsa вальс 华尔兹 圆舞曲 ワルツ',
  cinematic:
    'cinematic epic orchestral orchestra trailer film filmmusik soundtrack battle hans symphon* orchester* epique epico epica cinematique cinematogra* эпич* оркестр* 史诗 电影 壮大 オーケストラ',
  lofi: 'lofi lo-fi chillhop study chill studying лоуфай лофай 学习 ローファイ',
  hiphop: 'hiphop hip-hop rap boombap beats хип-хоп рэп 嘻哈 说唱 ヒップホップ',
  trap: 'trap drill 808 трэп',
  rock: 'rock punk grunge indie рок 摇滚 ロック',
  metal: 'metal heavy-metal thrash djent металл 金属 メタル',
  pop: 'pop popmusik radio charts поп 流行 ポップ',
  synthwave: 'synthwave retrowave outrun vaporwave eighties 80s синтвейв 合成器',
  folk: 'folk country acoustic campfire bluegrass akustisch volksmusik folklor* acoustique acustico acustica americana celtic irish фолк народн* 民谣 フォーク',
  classical:
    'classical baroque sonata chamber klassik klassisch* classique clasica clasico classica barock mozart bach классич* 古典 クラシック',
  funk: 'funk funky disco soul groove groovy motown фанк диско 放克 ファンク',
  reggae: 'reggae ska dub dancehall регги 雷鬼 レゲエ',
  blues: 'blues bluesy блюз 蓝调 ブルース',
};

/** Words that choose the mood. */
export const MOOD_WORDS = {
  happy:
    'happy joy* cheerful upbeat sunny summer fun bright glad frohlich* glucklich* heiter sommer joyeu* gai heureu* feliz alegre felice allegr* весел* радост* 快乐 欢快 开心 楽しい 明るい',
  sad: 'sad melanchol* tears lonely grief sorrow* rain rainy traurig* regen triste tristesse pluie lluvia pioggia груст* печал* 悲伤 忧伤 悲しい',
  dark: 'dark gloomy sinister horror evil night midnight gothic dunkel* finster* nacht sombre nuit oscuro oscura noche notte темн* мрачн* ночь 黑暗 夜 暗い',
  calm: 'calm peaceful quiet gentle soft serene soothing slow-motion ruhig* sanft* friedlich* leise tranquil* doux calme suave sereno calma спокойн* тих* 平静 宁静 安静 静か 穏やか',
  energetic:
    'energetic energy powerful driving workout sport sports action intense party adrenalin* energisch* kraftvoll* energique energico energica fiesta энерг* 激烈 活力 激しい',
  romantic:
    'romantic love wedding tender heart romantisch* liebe hochzeit romantique amour amor romantico romantica amore романт* любов* 浪漫 爱情 恋',
  mysterious:
    'mysterious mystery magic* secret strange space cosmic geheimnisvoll* mysterieu* misterios* таинств* космос 神秘 太空 宇宙',
  tense:
    'tense suspense* thriller chase danger nervous urgent spannend* spannung tension tenso angoiss* тревож* напряж* 紧张 緊張',
  heroic:
    'heroic hero triumph* victory adventure majestic brave heldenhaft* heroique heroico eroic* героич* побед* 英雄 胜利 勇敢',
  dreamy:
    'dreamy dream* floating ethereal clouds traumerisch* traum reveu* reve sonador* sogn* sonho мечтат* 梦幻 夢',
  playful:
    'playful funny quirky comic* kids children cartoon toy verspielt* lustig* kinder ludique enfant* jugueton divertido giocoso игрив* детск* 俏皮 儿童 可愛い',
  nostalgic:
    'nostalg* memories vintage retro old childhood erinnerung* souvenir* recuerd* ricordi saudade ностальг* 怀旧 回忆 懐かしい',
};
export type MoodName = keyof typeof MOOD_WORDS | 'neutral';

/** Words that put a voice into the band. */
export const INSTRUMENT_WORDS: Partial<Record<VoiceName, string>> = {
  piano: 'piano klavier grand-piano pianoforte фортепиано пианино 钢琴 ピアノ',
  electricPiano: 'rhodes wurlitzer epiano e-piano electric-piano keys',
  organ: 'organ orgel orgue organo hammond орган 管风琴 オルガン',
  accordion: 'accordion akkordeon accordeon acordeon fisarmonica bandoneon аккордеон баян 手风琴',
  acousticGuitar:
    'guitar guitars gitarre guitare guitarra chitarra violao acoustic-guitar гитара 吉他 ギター',
  nylonGuitar: 'nylon classical-guitar spanish-guitar flamenco',
  electricGuitar: 'electric-guitar e-gitarre e-guitar telecaster stratocaster',
  distortedGuitar: 'distorted distortion riff riffs heavy-guitar',
  ukulele: 'ukulele укулеле ウクレレ',
  banjo: 'banjo mandolin* банджо',
  harp: 'harp harfe harpe arpa lyre арфа 竖琴 ハープ',
  strings: 'strings streicher cordes cuerdas archi cordas струнн* 弦乐 ストリングス',
  violin: 'violin geige violine violon violino fiddle скрипка 小提琴 バイオリン',
  cello: 'cello violoncell* виолончель 大提琴 チェロ',
  brass: 'brass horns blechblaser cuivres metales ottoni духовые 铜管',
  trumpet: 'trumpet trompete trompette trompeta tromba труба 小号 トランペット',
  saxophone: 'sax saxophon* saxofon* sassofono саксофон 萨克斯 サックス',
  flute: 'flute flote querflote flauta flauto whistle pan-flute флейта 长笛 笛 フルート',
  clarinet: 'clarinet klarinette clarinette clarinete clarinetto oboe кларнет 单簧管',
  choir: 'choir choral chor choeur coro voices vocals хор 合唱',
  bells: 'bells bell glocken cloches campanas campane колокол* 钟',
  glockenspiel: 'glockenspiel celesta music-box spieluhr xylophone musicbox',
  marimba: 'marimba kalimba balafon маримба',
  vibraphone: 'vibraphone vibes vibraphon vibrafono вибрафон',
  synthLead: 'synth synthesizer synthesiser synthe sintetizador lead chiptune 8-bit синтезатор 合成 シンセ',
  synthPad: 'pad pads',
  pluck: 'pluck plucks arpeggio arpeggios arp',
  superSaw: 'supersaw',
  bassGuitar: 'bass-guitar e-bass bassgitarre slap',
  uprightBass: 'upright double-bass contrabass* kontrabass',
  acidBass: '303 acid-bass',
  subBass: 'sub sub-bass 808',
};

/** Words that move the tempo inside the genre's range: −1 slowest, +1 fastest. */
export const TEMPO_WORDS: readonly { words: string; shift: number }[] = [
  { words: 'largo adagio lento very-slow sehr-langsam', shift: -1.4 },
  { words: 'slow andante langsam* lent lente despacio lenta медлен* 慢 ゆっくり', shift: -1 },
  { words: 'fast quick rapid* schnell* vite rapide rapido veloce allegro vivace быстр* 快 速い', shift: 1 },
  { words: 'presto prestissimo very-fast furious* sehr-schnell', shift: 1.5 },
];

/** Words that end a piece early or late when no length in numbers is given, in seconds. */
export const LENGTH_WORDS: readonly { words: string; seconds: number }[] = [
  { words: 'jingle sting logo notification ringtone klingelton', seconds: 8 },
  { words: 'loop schleife boucle bucle', seconds: 16 },
  { words: 'short brief kurz* court courte corto corta breve 短', seconds: 20 },
  { words: 'long full-length lang* longue largo-tiempo lungo 长', seconds: 150 },
  { words: 'song lied chanson cancion canzone песня 歌', seconds: 90 },
];

/** A minor or major key without a note name. */
export const MODE_WORDS = {
  minor: 'minor moll mineur menor minore минор 小调 短調',
  major: 'major dur majeur mayor maggiore maior мажор 大调 長調',
  dorian: 'dorian dorisch',
  phrygian: 'phrygian phrygisch spanish-scale',
  lydian: 'lydian lydisch',
  mixolydian: 'mixolydian mixolydisch',
} as const;

export const DRUM_WORDS =
  'drum drums beat percussion schlagzeug trommel* batterie bateria batteria ударные барабан* 鼓 ドラム';
export const WITHOUT_WORDS = 'no without ohne kein keine sans sin senza sem без 没有 无';
export const SOLO_WORDS = 'solo alone nur only allein seul соло 独奏 ソロ';
