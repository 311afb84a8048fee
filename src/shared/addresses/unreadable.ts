/** Why a text is no phone number or no address of a chat. */
export class Unreadable {
  /** Is read behind the name of the field: `must be …`. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
