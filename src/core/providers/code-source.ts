/** The source of codes. */
export interface CodeSource {
  /** Asks for codes, which come through `offerQr` or, for a `phone` (digits), through `offerCode`. */
  request(phone: string | undefined): Promise<void>;
  /** When set, the next QR code is requested once the last has expired; otherwise the platform sends it. */
  readonly isRequestedForEach?: true;
  /** Stops the flow of codes; called before every attempt and at its end. */
  stop?(): void;
  /** Saves what the phone accepted, before PairSuccess is published. */
  save?(): Promise<void>;
  /** Removes what an attempt has stored. */
  forget?(): Promise<void>;
  /** Returns the reason to show when `error` has ended an attempt. */
  failure(error: unknown): string;
}
