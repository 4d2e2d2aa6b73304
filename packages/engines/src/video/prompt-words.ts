/** A way the camera can go. */
export type CameraMove =
  'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down' | 'handheld' | 'static';
/** A sound bed. */
export type Ambience =
  'rain' | 'wind' | 'sea' | 'fire' | 'city' | 'forest' | 'space' | 'crowd' | 'night' | 'room';

/** What a word asks for. The words are English, German, Spanish, French, Portuguese, Italian, Japanese and Chinese. */
export type Vocabulary<T> = [T, RegExp][];

/** @param spaced Words of languages that put spaces between them. @param unspaced Words of those that do not. */
function words(spaced: string, unspaced = ''): RegExp {
  const between = `(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}\\p{N}])`;
  return new RegExp(unspaced === '' ? between : `${between}|${unspaced}`, 'u');
}

export const MOVES: Vocabulary<CameraMove> = [
  [
    'static',
    words(
      'static|still camera|locked[- ]?(off|down)|fixed camera|tripod|statisch\\p{L}*|feste kamera|stativ|est[áa]tic[oa]|' +
        'c[áa]mara fija|tr[íi]pode|statique|plan fixe|caméra fixe|câmera fixa|tripé|static[oa]|camera fissa|treppiede',
      '固定|静止|静态',
    ),
  ],
  [
    'pull-out',
    words(
      'zoom(s|ing)? out|pull(s|ing)? (back|out|away)|dolly out|moves? away|(he)?rauszoomen|zoomt (he)?raus|fährt zurück|' +
        "se aleja|alej(ar|ando)(se)?|zoom arrière|dézoom\\p{L}*|s['’]éloign\\p{L}*|recul(e|er)|se afasta|afasta(r|ndo)?(-se)?|" +
        'zoom para trás|zoom hacia atrás|si allontana|zoom indietro',
      'ズームアウト|遠ざか|拉远|拉遠|后退|缩小镜头',
    ),
  ],
  [
    'push-in',
    words(
      'zoom(s|ing|t)?( in)?|push(es|ing)? in|dolly( in)?|close[- ]?up|closer|approach(es|ing)?|heranzoomen|hineinzoomen|' +
        "nahaufnahme|näher|se acerca|acerc(ar|ando)(se)?|primer plano|s['’]approch\\p{L}*|gros plan|se aproxima|aproxima(r|ndo)?|" +
        'si avvicina|primo piano',
      'ズーム|近づ|クローズアップ|拉近|推近|推进|靠近|特写',
    ),
  ],
  [
    'pan-left',
    words(
      'pan(s|ning)?( \\p{L}+)? left|to the left|leftwards?|nach links|(hacia|a) la izquierda|(vers la|à) gauche|' +
        '(para a|à) esquerda|(verso|a) sinistra',
      '左へ|左に|向左|往左|左移',
    ),
  ],
  [
    'pan-right',
    words(
      'pan(s|ning)?( \\p{L}+)? right|to the right|rightwards?|pan(s|ning)?|nach rechts|schwenkt?|(hacia|a) la derecha|' +
        '(vers la|à) droite|panoramique|(para a|à) direita|(verso|a) destra',
      '右へ|右に|向右|往右|右移',
    ),
  ],
  [
    'tilt-up',
    words(
      "tilt(s|ing)? up|upwards?|crane up|ris(es|ing)|nach oben|aufwärts|hacia arriba|vers le haut|para cima|verso l['’]alto",
      '上へ|見上げ|向上|往上',
    ),
  ],
  [
    'tilt-down',
    words(
      'tilt(s|ing)? down|downwards?|crane down|descend(s|ing)?|falling|nach unten|abwärts|hacia abajo|vers le bas|' +
        'para baixo|verso il basso',
      '下へ|見下ろ|向下|往下',
    ),
  ],
  [
    'handheld',
    words(
      "hand[- ]?held|shak(es?|y|ing)|documentary|handkamera|cámara en mano|caméra (portée|à l['’]épaule)|câmera na mão|" +
        'camera a mano',
      '手持',
    ),
  ],
];

export const SLOW = words(
  'slow(ly)?|calm(ly)?|gentl[ey]|peaceful|serene|subtle|langsam\\p{L}*|sanft\\p{L}*|ruhig\\p{L}*|lento|lenta|lente|lentamente|' +
    'lentement|suave(mente)?|doucement|devagar|dolcemente',
  'ゆっくり|穏やか|缓慢|慢慢|缓缓|轻轻',
);
export const FAST = words(
  'fast|quick(ly)?|rapid(ly)?|dynamic|energetic|frantic|action|schnell\\p{L}*|rasch|dynamisch\\p{L}*|r[áa]pid[oa](mente)?|' +
    'din[áaâ]mic[oa]|rapide(ment)?|vite|dynamique|veloce(mente)?',
  '速く|素早|激し|快速|迅速',
);

export const AMBIENCES: Vocabulary<Ambience> = [
  [
    'rain',
    words(
      'rain(s|y|ing)?|storm(y)?|drizzle|thunder|regen|regnet|gewitter|lluvia|tormenta|pluie|orage|chuva|tempestade|pioggia|' +
        'temporale',
      '雨|嵐|雷',
    ),
  ],
  [
    'sea',
    words(
      'sea|ocean|waves?|beach|surf|shore|water(fall)?|river|meer|strand|wellen|fluss|mar|playa|olas|oc[ée]ano?|mer|plage|' +
        'vagues|praia|mare|spiaggia',
      '海|波|浪|ビーチ|川|河|滝|瀑布',
    ),
  ],
  [
    'fire',
    words(
      'fire|flames?|campfire|burn(s|ing)?|fireplace|feuer|lagerfeuer|kamin|fuego|hoguera|feu|flammes|cheminée|fogo|' +
        'fogueira|lareira|fuoco|fiamme',
      '焚き火|炎|暖炉|篝火|火焰|壁炉',
    ),
  ],
  [
    'city',
    words(
      'city|street|traffic|cars?|urban|downtown|train|stadt|straßen?|verkehr|ciudad|calles?|ville|rues?|cidade|ruas?|' +
        'città|strad[ae]',
      '街|都市|城市|交通',
    ),
  ],
  [
    'forest',
    words(
      'forest|woods?|birds?|jungle|garden|meadow|trees?|park|wald|vögel|garten|wiese|bosque|pájaros|jardín|forêt|oiseaux|' +
        'jardin|floresta|pássaros|jardim|foresta|bosco|uccelli|giardino',
      '森|鳥|鸟|庭園|花园|公园|草原',
    ),
  ],
  ['night', words('crickets?|grillen|grillos?|grillons?|grilli', '虫の声|蟋蟀')],
  [
    'space',
    words(
      'space|galaxy|stars?|nebula|astronaut|planet|cosmic|sci-?fi|robots?|weltraum|weltall|galaxie|espacio|galaxia|espace|' +
        'espaço|galáxia|spazio|galassia',
      '宇宙|太空|銀河|银河|ロボット|机器人',
    ),
  ],
  [
    'crowd',
    words(
      'crowd|market|caf[eé]|coffee|party|restaurant|people|menschenmenge|markt|kaffee|multitud|mercado|fiesta|foule|' +
        'marché|multidão|festa|folla|mercato|caffè',
      '人混み|市場|カフェ|人群|市场|咖啡',
    ),
  ],
  [
    'wind',
    words(
      'wind(y)?|breeze|desert|mountains?|storm|sky|clouds?|wüste|berge|himmel|wolken|viento|desierto|montañas?|cielo|nubes|' +
        'vent|désert|montagnes?|ciel|nuages|vento|deserto|montanhas?|céu|nuvens|montagn[ae]|nuvole',
      '風|风|砂漠|沙漠|山|天空|雲|云',
    ),
  ],
];

/** Words that ask for speech. */
const SPEECH_WORDS =
  'sa(y|ys|ying|id)|speak(s|ing|ers?)?|speech|spoken|talk(s|ing)?|voices?|voice-?over|narrat(es?|or|ion|ing)|dialog(ue)?s?|' +
  'conversations?|sing(s|ing|ers?)?|whisper(s|ing)?|shout(s|ing)?|tell(s|ing)?|announc(es?|er|ing)|interview(s|ed)?|' +
  'sagt|spricht|sprechen\\p{L}*|redet|stimmen?|erzähl(t|er)|singt|singen|flüstert|ruft|dice|habla(n|ndo)?|voz|voces|canta(n|ndo)?|' +
  'susurra|dit|disent|parle(nt)?|voix|chante(nt)?|chuchote|raconte|diz|fala(m|ndo)?|vozes|sussurra|parla(no|ndo)?|voc[ei]|' +
  'cantano|racconta';
const SPEECH = words(
  SPEECH_WORDS,
  '話す|話し|話して|言う|言って|語る|喋|しゃべ|歌う|歌って|声|说话|說話|说|讲话|唱|旁白|对话',
);
const NOT_SPEECH = new RegExp(
  '(?<!\\p{L})(?:no|not|without|never|nobody|ohne|kein[e]?|niemand|sin|nadie|sans|pas de|personne ne|sem|ninguém|senza|nessuno)' +
    `\\s+(?:\\p{L}+\\s+)?(?:${SPEECH_WORDS})(?!\\p{L})|(?:没有|不|无)(?:说话|旁白|对话|声音)|声(?:は)?な[しい]`,
  'gu',
);
const QUOTED = /["“„«]([^"”“»]{2,})["”“»]|[「『]([^」』]+)[」』]/gu;

/** What is to be said in a video: the quoted words, all words where speech is only named, or nothing. */
export function wordsToSay(prompt: string): { text: string; isQuoted: boolean } | undefined {
  const quoted = [...prompt.matchAll(QUOTED)].map(([, spaced, unspaced]) => spaced ?? unspaced);
  if (quoted.length > 0) return { text: quoted.join(' '), isQuoted: true };
  const asked = SPEECH.test(prompt.toLowerCase().replace(NOT_SPEECH, ' '));
  return asked ? { text: prompt, isQuoted: false } : undefined;
}
