export const MOOD_WORDS = {
  happy:
    'happy joy joy* cheerful upbeat fun glad uplifting feel-good good-mood frohlich* glucklich* heiter joyeu* gai heureu* feliz felices alegre alegres felice allegr* весел* радост* счастлив* 快乐 欢快 开心 楽しい 明るい ハッピー',
  sad: 'sad sadness melanchol* tears lonely grief sorrow* heartbroken heartbreak crying mournful traurig* triste tristes tristesse tristeza грус* печал* 悲伤 忧伤 悲し 切ない',
  dark: 'dark darkness gloomy sinister horror evil gothic brooding ominous scary creepy haunted spooky halloween dunkel* finster* duster* sombre oscuro oscura cupo темн* мрачн* 黑暗 暗い ダーク',
  calm: 'calm calming peaceful quiet gentle soft serene soothing slow-motion relaxing relaxed tranquil ruhig* sanft* friedlich* leise tranquil* doux douce douces calme suave suaves sereno serena calma спокойн* тих* 平静 宁静 安静 静か 穏やか',
  energetic:
    'energetic energy powerful driving intense adrenalin* pumping hyper explosive aggressive fierce energisch* kraftvoll* mitreissend* energique energico energica энерг* агрессив* 激烈 活力 激しい',
  romantic:
    'romantic romance emotional heartfelt touching tender love-song romantisch* romantique romantico romantica романт* 浪漫 ロマンチック',
  mysterious:
    'mysterious mystery mystical secret eerie enigmatic geheimnisvoll* mysterieu* misterios* таинств* загадочн* 神秘 ミステリアス',
  tense:
    'tense tension suspense* thriller nervous urgent dramatic spannend* spannung dramatisch* dramatique dramatico dramatica tenso tensa angoiss* тревож* напряж* драматич* 紧张 緊張',
  heroic:
    'heroic hero triumph* victory victorious majestic brave glorious heldenhaft* siegreich* heroique heroico heroica eroic* trionf* героич* побед* 英雄 胜利 勇敢 英雄的',
  dreamy:
    'dreamy dreamlike ethereal floating hypnotic traumerisch* vertraumt* reveu* sonador* sognant* sonhador* мечтат* 梦幻 夢のよう 幻想的',
  playful:
    'playful funny quirky comic* silly cute goofy whimsical bouncy verspielt* lustig* ludique drole jugueton* divertido divertida giocos* игрив* смешн* 俏皮 可爱 可愛い かわいい',
  nostalgic: 'nostalg* wistful bittersweet ностальг* 怀旧 懐かしい',
};

/** Words of scenes and times that give a mood where no mood is named: half the weight. */
export const MOOD_HINTS: Partial<Record<keyof typeof MOOD_WORDS, string>> = {
  happy:
    'sunny summer bright sunshine holiday vacation birthday smile smiling celebration sommer sonne soleil verano sol estate sole лето солнце 夏 阳光 太陽',
  sad: 'rain rainy funeral goodbye farewell lost broken regen abschied pluie adieu lluvia pioggia chuva дожд* 雨 告别 涙',
  dark: 'night midnight shadow shadows vampire nacht nuit noche notte noite ночь 夜',
  calm: 'morning dawn sunrise garden snow lake meadow nature forest ocean baby bedtime wald natur foret mer bosque mar mare природа море 自然 森',
  energetic:
    'workout sport sports action party race racing gym running power fast-paced hype fiesta fete festa спорт* 运动 スポーツ パーティー',
  romantic:
    'love wedding heart kiss valentine candlelight liebe hochzeit amour mariage amor boda amore matrimonio casamento любов* свадьб* 爱情 爱 恋 愛 結婚式',
  mysterious:
    'magic* space cosmic strange moon cave planet* weltraum espace espacio spazio космос 太空 宇宙 月',
  tense: 'chase danger escape countdown heist verfolgung gefahr peligro pericolo опасн* 危险 追跡',
  heroic:
    'adventure warrior* king kingdom champion* sword abenteuer aventure aventura avventura приключен* 冒险 冒険',
  dreamy: 'dream dreams clouds stars starry traum reve reves sueno sogno sonho мечт* 梦 夢',
  playful:
    'kids children cartoon toy toys puppy kitten clown kinder enfants ninos bambini criancas детск* 儿童 子供',
  nostalgic:
    'memories memory vintage retro old childhood erinnerung* souvenir* recuerd* ricordi saudade 回忆 思い出',
};
export type MoodName = keyof typeof MOOD_WORDS | 'neutral';
