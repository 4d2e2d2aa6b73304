const ADDRESS = {
  /** Begins with the address of another computer. */
  away: 1 << 0,
  /** The same, and it is no well-known service. */
  unlisted: 1 << 1,
  /** The same, and it is no well-known host of libraries. */
  noLibrary: 1 << 2,
  /** The pages of a repository, where projects publish what they built. */
  pages: 1 << 14,
};

/** Where a value of a script comes from or what it is made of; the marks of a value are a sum of these. */
export const MARK = {
  ...ADDRESS,
  anyAddress: ADDRESS.away | ADDRESS.unlisted | ADDRESS.noLibrary | ADDRESS.pages,
  /** Made from Base64, codes of characters or by reversal. */
  decoded: 1 << 3,
  /** Made from escapes or bytes, as addresses and files often are. */
  unescaped: 1 << 4,
  /** A constant text put together out of pieces. */
  pieced: 1 << 5,
  /** The cookies, or all that a page stores. */
  store: 1 << 6,
  /** What a page stores under a name that the package does not write itself. */
  stored: 1 << 7,
  /** What people type or copy. */
  typed: 1 << 8,
  /** The event of a key. */
  keyEvent: 1 << 9,
  /** The event of a key or field anywhere in the page. */
  pageEvent: 1 << 10,
  /** Prompts, workflows and outputs of the host. */
  hostData: 1 << 11,
  /** The reply of another computer. */
  fetched: 1 << 12,
  /** The address of a wallet. */
  wallet: 1 << 13,
  /** A pattern by which addresses of wallets are found, or what was made by it. */
  walletPattern: 1 << 15,
  /** What the fields of a node hold, which packages send to services of their own. */
  fields: 1 << 16,
} as const;
