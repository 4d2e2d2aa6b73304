/** What a package says about one app node. Absent texts are not declared or not known without running code. */
export type ExtractedAppNode = {
  /** Exactly as registered: blanks, slashes and any script included. */
  readonly name: string;
  readonly displayName?: string;
  readonly category?: string;
  /** As the host reads it. */
  readonly description?: string;
  /** Documentation of its Python class, without the code's indentation. */
  readonly docstring?: string;
  /** Name of the method that the host calls. */
  readonly function?: string;
  /** JSON text: `{ "required": …, "optional": …, "hidden": … }`; `{"$unknown": reason}` stands for what only running the code would show. */
  readonly inputTypes: string;
  /** JSON text: an array of type names. */
  readonly returnTypes: string;
  /** JSON text: an array of names; where the package gives none, the type names, as in the host. */
  readonly returnNames: string;
  /** One flag per output; where the package gives none, false for each, as in the host. */
  readonly outputIsList: readonly boolean[];
  readonly deprecated: boolean;
  readonly experimental: boolean;
};

/** Something that the code decides while it runs: it is reported, not guessed. */
export type ExtractionUnknown = {
  /** `names` when app nodes may be missing from the list; else the field of one node. */
  readonly subject:
    | 'names'
    | 'category'
    | 'description'
    | 'function'
    | 'inputTypes'
    | 'returnTypes'
    | 'returnNames'
    | 'outputIsList'
    | 'displayName'
    | 'flags';
  /** The app node concerned, absent for `names`. */
  readonly name?: string;
  readonly reason: string;
};

/** The outcome for one package. */
export type ExtractionResult = {
  /**
   * `success` when the package was read completely and its list is reliable, even if a part is not known; `failed` when reading
   * stopped, the host would not load the package, or no name is known though there may be some.
   */
  readonly status: 'success' | 'failed';
  /** For `failed` the cause; for `success` a remark when something is not known or a file was left out. */
  readonly reason?: string;
  readonly appNodes: readonly ExtractedAppNode[];
  readonly unknowns: readonly ExtractionUnknown[];
  /** Files and statements that were skipped, with the reason. */
  readonly problems: readonly string[];
};
