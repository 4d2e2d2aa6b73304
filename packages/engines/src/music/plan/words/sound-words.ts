import type { VoiceName } from '../../synth/voices.js';

/** Words that put a voice into the band. */
export const INSTRUMENT_WORDS: Partial<Record<VoiceName, string>> = {
  piano: 'piano pianos klavier* flugel grand-piano pianoforte фортепиано пианино рояль 钢琴 ピアノ',
  electricPiano: 'rhodes wurlitzer epiano e-piano electric-piano keys keyboard',
  organ: 'organ orgel* orgue organo hammond орган 管风琴 オルガン',
  accordion:
    'accordion accordions akkordeon accordeon acordeon fisarmonica bandoneon concertina аккордеон баян 手风琴 アコーディオン',
  acousticGuitar:
    'acoustic-guitar akustikgitarre guitare-acoustique guitarra-acustica western-guitar steel-string',
  nylonGuitar: 'nylon nylon-guitar classical-guitar spanish-guitar flamenco-guitar',
  electricGuitar:
    'electric-guitar electric-guitars e-gitarre e-guitar telecaster stratocaster lead-guitar guitare-electrique guitarra-electrica chitarra-elettrica электрогитар* 电吉他 エレキギター エレキ',
  distortedGuitar:
    'distorted distortion riff riffs heavy-guitar heavy-guitars distorted-guitar distorted-guitars',
  ukulele: 'ukulele ukuleles укулеле 尤克里里 ウクレレ',
  banjo: 'banjo mandolin* банджо バンジョー',
  sitar: 'sitar sitars tanpura ситар シタール',
  harp: 'harp harfe harpe arpa lyre арф* 竖琴 ハープ',
  strings: 'strings string-section streicher* cordes cuerdas archi cordas струнн* 弦乐 弦楽 ストリングス',
  violin:
    'violin violins geige geigen* violine violon violons violino violini fiddle скрипк* 小提琴 バイオリン ヴァイオリン',
  cello: 'cello cellos violoncell* violoncelo виолончел* 大提琴 チェロ',
  brass: 'brass horns blechblaser cuivres metales ottoni metais духовы* 铜管 ブラス 金管',
  trumpet: 'trumpet trumpets trompete trompeten* trompette trompeta tromba труб* 小号 トランペット',
  saxophone: 'sax saxophon* saxofon* sassofono саксофон* 萨克斯 サックス',
  flute:
    'flute flutes flote floten* querflote flauta flauto whistle tin-whistle pan-flute флейт* 长笛 笛 フルート',
  clarinet: 'clarinet klarinette clarinette clarinete clarinetto oboe кларнет* 单簧管 クラリネット',
  choir: 'choir choirs choral chor choeur coro хор 合唱 合唱团 コーラス',
  bells: 'bells bell glocken cloches campanas campane sinos колокол* 钟 鐘 ベル',
  glockenspiel:
    'glockenspiel celesta music-box spieluhr xylophone musicbox boite-a-musique caja-de-musica музыкальная-шкатулка 八音盒 オルゴール 木琴',
  marimba: 'marimba kalimba balafon mbira маримб* 马林巴 マリンバ',
  vibraphone: 'vibraphone vibes vibraphon vibrafono вибрафон* ヴィブラフォン',
  synthLead:
    'synth synths synthesizer synthesizers synthesiser synthe synthes sintetizador sintetizadores sintetizzatore lead синтезатор* 合成器 シンセ',
  synthPad: 'pad pads',
  pluck: 'pluck plucks arpeggio arpeggios arp',
  superSaw: 'supersaw supersaws',
  bassGuitar: 'bass-guitar e-bass bassgitarre slap slap-bass bassline',
  uprightBass: 'upright double-bass upright-bass contrabass* kontrabass контрабас*',
  acidBass: '303 acid-bass',
  subBass: 'sub sub-bass 808 808s',
};

/** Words for several sounds at once, or for one of a family. */
export const SOUND_WORDS = {
  drums:
    'drum drums beat drum-kit drumkit drummer percussion percussions schlagzeug* drums-and-percussion trommel* perkussion batterie percussions bateria percusion percussione percusion percussao batteria tamburi ударны* барабан* перкусси* 鼓 鼓点 打击乐 ドラム 打楽器 パーカッション',
  guitar:
    'guitar guitars gitarre gitarren* guitare guitares guitarra guitarras chitarra chitarre violao гитар* 吉他 ギター',
  bass: 'bass basse bajo basso baixo basslines бас баса басов басом 贝斯 低音 ベース',
  vocals:
    'vocal vocals voice voices singing singer singers gesang stimme stimmen voix chant voz voces voce voci vozes vocais вокал* голос* слов 人声 歌声 ボーカル 声',
  lyrics: 'lyrics words word text paroles letra testo testi слов* 歌词 歌詞',
  melody: 'melody melodie melodia tune lead-melody мелоди* 旋律 メロディ メロディー',
  instruments:
    'instruments instrument instrumente instrumentos strumenti accompaniment инструмент* 乐器 楽器 伴奏',
} as const;
export type FamilyName = keyof typeof SOUND_WORDS;
/** Words that mean there is no singing. */
export const INSTRUMENTAL_WORDS =
  'instrumental instrumentals instrumentale instrumentales strumentale инструментальн* 纯音乐 インスト';
