/** Whether a link may lead there: the web or a mail, never a script or a file. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)
}
