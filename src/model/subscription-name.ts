/** Within the 80 of the configuration's schema, with room for a number. */
const longest = 60

/** What an alert is called as the name of a subscription, like `acme-brand`: letters and digits of any script; '' where it has none. */
export function subscriptionNameOf(alert: string): string {
  const letters = alert
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return [...letters].slice(0, longest).join('').replace(/-$/, '')
}
