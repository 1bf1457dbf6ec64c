/** A file in the form of a call (`multipart/form-data`). */
export class AttachedFile {
  readonly name: string
  readonly bytes: Buffer
  constructor(name: string, bytes: Buffer) {
    this.name = name
    this.bytes = bytes
  }
  /** The inspector shows the size only. */
  toJSON(): { name: string; bytes: number } {
    return { name: this.name, bytes: this.bytes.length }
  }
}

export const isAttachedFile = (value: unknown): value is AttachedFile => value instanceof AttachedFile
