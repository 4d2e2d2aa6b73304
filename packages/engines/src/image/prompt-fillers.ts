import { plainText, type PromptWord } from './prompt-lexer.js';

/** Words without a meaning of light: grammar, and words for light itself. Spelled without accents. */
const FILLERS = new Set(
  `a an the of on in at to by from into for is are be it its this that as with very light lights lighting lit illumination glow
  camera side sides make add please look like effect tone tones color colors colour colours coming comes
  der die das den dem des ein eine einen einem einer von vom zum zur im am an auf aus fur ist licht lichter beleuchtung seite farbe
  el la los las un una del de al en por para es luz luces iluminacion lado color
  le les l du des une dans sur pour est par lumiere lumieres eclairage cote couleur
  o os as um uma da do das dos na no em iluminacao cor
  il lo gli i di dal dalla del della dei nel nella su per e luce luci illuminazione lato colore
  свет света светом освещение освещением сторона стороны цвет на от из в у к из-за`.split(/\s+/),
);
/** The same where words are not set apart. */
const UNSPACED =
  /から|い|な|边|邊|より|まで|での|では|には|です|ます|して|する|の|に|を|が|は|で|へ|も|光|ライト|照明|色|来自|来|自|的|在|从|從|灯光|灯|光线|照|打|射|빛|조명|라이트|색|에서|으로|로|에|의|을|를|이|가|은|는|과|와|한/gu;
const SCRIPTS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The word, unless it is a filler; without those that are written within it. */
export function withoutFiller(word: PromptWord): PromptWord[] {
  if (FILLERS.has(plainText(word.text))) return [];
  if (!SCRIPTS.test(word.text)) return [word];
  return word.text.replaceAll(UNSPACED, '') === '' ? [] : [word];
}
