/** A secret as it may be shown: its kind (`xoxb-`) and its last four characters, which tell two of them apart; short ones not at all. */
export function maskSecret(secret: string): string {
  if (secret.length < 16) return '…'
  const kind = /^x[a-z]{3}-/.exec(secret)?.[0] ?? ''
  return `${kind}…${secret.slice(-4)}`
}
