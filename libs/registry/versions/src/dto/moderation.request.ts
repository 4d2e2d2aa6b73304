import { BooleanField, TextField, UuidField } from '#libs/platform/http';

/** A message about a version. */
export class NewMessageRequest {
  /** What to say, such as what a finding is good for. */
  @TextField({ isProse: true, minLength: 1, maxLength: 4_000, example: 'It decodes the icons of the menu.' })
  text!: string;
}

/** How to scan all versions again. */
export class StartRescanRequest {
  /** Whether active versions that would be held are held at once. Else they stay active and wait in the review queue. */
  @BooleanField({ label: 'Hold what it finds', default: false })
  hold!: boolean;
}

/** Path of a rescan. */
export class RescanPath {
  /** Id of the rescan. */
  @UuidField()
  rescanId!: string;
}
