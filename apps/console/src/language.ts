import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The choice of this browser; without one the language is the browser's. */
export const LANGUAGE_KEY = 'atelier-language';

const CATALOGS = {
  en: { name: 'English', load: () => Promise.resolve({ messages: {} }) },
  de: { name: 'Deutsch', load: () => import('./languages/de.po') },
};
type Language = keyof typeof CATALOGS;

export const LANGUAGES = Object.entries(CATALOGS).map(([value, { name }]) => ({ value, label: name }));

const isLanguage = (tag: string): tag is Language => tag in CATALOGS;
const wanted = [localStorage.getItem(LANGUAGE_KEY) ?? '', ...navigator.languages];
const language = wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
/** For numbers and times; English ones have the day first and 24 hours. */
export const locale = language === 'en' ? 'en-GB' : language;
const { messages } = await CATALOGS[language].load();
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: language, locales: locale, messages });
document.documentElement.lang = language;

/** Texts of the API's schema are known by themselves; one without a translation stays as it is. */
export function translated(text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n._(text) : text;
}

export { i18n };
