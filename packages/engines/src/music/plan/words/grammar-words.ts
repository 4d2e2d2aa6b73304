/** Words that say how others are meant. */
export const GRAMMAR_WORDS = {
  /** All that follows in the list is unwanted. */
  without:
    'no without w-o minus except except-for excluding apart-from avoid never skip mute remove omit zero free-of free-from devoid-of lose leave-out instead-of rather-than ' +
    'everything-but everything-except anything-but anything-except all-but all-except anything-other-than neither nor ' +
    'dont dont-use do-not-use dont-want do-not-want dont-include do-not-include dont-add do-not-add dont-need do-not dont-play with-no ' +
    'ohne kein keine keinen keinem keiner weder ausser alles-ausser statt ' +
    'sans pas-de pas-d aucun aucune sauf tout-sauf hormis ni sin nada-de ningun ninguna salvo menos todo-menos excepto senza niente nessun nessuna tranne eccetto sem nenhum nenhuma exceto ' +
    'без нет никаких кроме 没有 沒有 无 無 不要 不用 不含 不带 没 别用 除了',
  /** The next word is unwanted. */
  not: 'not nicht pas non nao не 不 不是 别 isnt arent shouldnt-be should-not-be',
  notJust:
    'not-only not-just nicht-nur pas-seulement non-solo nao-so не-только 不仅 不只 not-without nicht-ohne pas-sans no-sin non-senza не-без non-stop nonstop no-more-than not-more-than no-longer-than no-less-than',
  /** The words before are unwanted. */
  off: 'off muted excluded removed weglassen なし 無し ナシ 抜き ぬき のない がない はない はなし がなし のいらない はいらない いらない 不要の を除く 以外 を使わない は使わない くない ではない じゃない でなく くなく 除外',
  free: 'free frei',
  or: 'or oder noch ou ni nor o или или neither-nor か あるいは 或 或者 e-nem nem ne ни',
  and: 'and und et y e и n 和 与 跟 及 と や も',
  only: 'only solo just alone solely nothing-but unaccompanied nur allein ausschliesslich seul seule seulement uniquement rien-que solamente unicamente solo-con soltanto solamente somente apenas только соло 只有 仅 独奏 のみ だけ ソロ solistisch',
  /** Names what comes along rather than what is. */
  with: 'with featuring feat plus mit avec con com с со 配 带 入り 付き',
  but: 'but yet however aber sondern jedoch mais pero sino ma bensi mas но а 但 但是 而是 でも しかし',
  more: 'very really extremely super so incredibly insanely deeply heavily mostly mainly sehr extrem tres vraiment muy molto muito очень 很 非常 とても すごく',
  less: 'slightly a-bit bit a-little little somewhat kinda kind-of sort-of hint-of touch-of etwas leicht ein-bisschen bisschen un-peu legerement un-poco poco un-po um-pouco немного 有点 少し ちょっと',
  /** May be between the negation and what it means. */
  filler:
    'any the a an of too that this all my your other use using including der die das den dem des ein eine einen le la les l un une du de d des el los las lo il i gli uno una os as um uma do da dos das o 任何 的 の は が を で',
} as const;
export type GrammarName = keyof typeof GRAMMAR_WORDS;

/** Words that move the tempo around the genre's: −1 slow, +1 fast. */
export const TEMPO_WORDS = {
  verySlow:
    'very-slow slowest sehr-langsam tres-l-ent muy-lento molto-lento очень-медленно очень-медленный 非常慢',
  slow: 'slow slowly slowed langsam* l-ent lente lentement despacio lento lenta медлен* 慢 ゆっくり 遅い スロー',
  fast: 'fast quick rapid rapid* up-tempo uptempo high-speed schnell* vite rapide rapides rapido rapida veloce быстр* 快 快速 速い アップテンポ',
  veryFast:
    'very-fast furious* breakneck sehr-schnell tres-rapide muy-rapido molto-veloce очень-быстро очень-быстрый 非常快',
} as const;
export type TempoName = keyof typeof TEMPO_WORDS;

/** The words of scores, in quarter notes per minute. */
export const TEMPO_TERMS: Readonly<Record<string, number>> = {
  grave: 42,
  largo: 50,
  larghetto: 62,
  adagio: 70,
  andante: 88,
  moderato: 108,
  allegretto: 116,
  allegro: 134,
  vivace: 152,
  presto: 176,
  prestissimo: 196,
};

/** Words that end a piece early or late when no length in numbers is given, in seconds. */
export const LENGTH_WORDS = {
  8: 'jingle sting logo notification ringtone klingelton',
  16: 'loop schleife boucle bucle',
  20: 'short brief kurz* court courte corto corta breve 短',
  150: 'long full-length lang langes langer lange longue largo-tiempo lungo 长',
  90: 'song lied chanson cancion canzone cancao песня 歌 歌曲',
} as const;

/** A minor or major key without a note name. */
export const MODE_WORDS = {
  minor: 'minor moll mineur menor minore минор 小调 短調',
  major: 'major dur majeur mayor maggiore maior мажор 大调 長調',
  dorian: 'dorian dorisch',
  phrygian: 'phrygian phrygisch spanish-scale',
  lydian: 'lydian lydisch',
  mixolydian: 'mixolydian mixolydisch',
  harmonicMinor: 'harmonic-minor harmonisch-moll',
  phrygianDominant: 'phrygian-dominant hijaz',
} as const;
