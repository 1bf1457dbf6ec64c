/** The port that `--port` names. Throws a sentence for whoever wrote it where it is none. */
export function portOption(written: string): number {
  if (!/^\d{1,5}$/.test(written) || Number(written) > 65_535)
    throw new Error('--port is a number of at most 65535.')
  return Number(written)
}
