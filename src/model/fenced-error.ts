/** This error means that this process does not lead any more. It must not write or post as the leader. */
export class FencedError extends Error {
  override readonly name = 'FencedError'
}
