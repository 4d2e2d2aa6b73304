/** What a prompt names after these words is its subject. */
export const SUBJECT_WORDS = 'about uber sur sobre acerca про ueber called titled named 关于 について';

/** Small words that a title may have inside, never at an end. */
export const INNER_WORDS =
  'of in the on at and to into by under over through from von im am und der die das den dem de la le les du des et del el los las en di da do dos e y con who в на и с 的 の';

/** Words that are in no title: they ask, judge, or speak of music itself. */
export const STOP_WORDS =
  'the and for with about from into that this some very music musik musique musica song songs track tracks piece pieces tune tunes score background backing theme style like make makes create generate write compose please want wants need needs video videos clip movie game games inspired sound sounds sounding feel feels feeling vibe vibes mood moods ' +
  'you your our their his her its they them which what when where while are was were will would can could should have has had been being get give gives let lets use using used add also just only even much many more most less than then there here ' +
  'something anything everything nothing kind sort type good great nice cool best amazing awesome beautiful perfect professional high low quality royalty free modern contemporary original simple complex rich full big small huge ' +
  'warm deep minimal minimalistic melodic atmospheric rhythmic catchy smooth crisp clean punchy heavy hard light lush airy sparse layered steady strong subtle emotional moving evolving building builds build slowly gradually fitting suitable appropriate ' +
  'intro outro verse chorus bridge hook solo stab stabs highlight reel ending start end starting beginning section part parts arrangement composition melody harmony chords chord rhythm rhythms groove beat beats bpm tempo key scale minute minutes second seconds sec min loopable seamless hours hour ' +
  "time signature first then later between during before after around without within that's dont not never into onto per each every other another same " +
  'mit fur uber eine einen ein einem einer der die das den dem des ist sind sehr etwas bitte mach mache erstelle musikstuck stuck lied hintergrund stil stimmung klang schone schones gute wie als auch zum zur bei aus nach ' +
  'pour avec une dans que qui est sont tres plus fais faire cree creer morceau chanson ambiance fond sonore son style quelque chose ' +
  'con para una unos unas que como muy mas quiero haz crea hacer cancion pieza fondo estilo ambiente sonido algo ' +
  'per della delle degli che come molto piu vorrei crea brano pezzo sottofondo stile suono qualcosa uma uns para com muito mais quero faca criar peca estilo som ' +
  'для про это как очень сделай создай напиши хочу музыка музыку музыкальн песня песню трек мелодия фон стиль звук что нибудь ' +
  '音楽 ソング 歌 曲 作って 作る ください テーマにした テーマ 感じ 風 音乐 曲子 一首 一段 给我 制作 创作 背景 风格 请 我想要 ' +
  'final copy edit export mov mp4 webm mkv avi img dsc clip render untitled vid pxl screen recording whatsapp';
