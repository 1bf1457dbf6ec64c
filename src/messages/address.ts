/** Addresses written by strangers: a link only where Slack can neither be broken nor fooled by it. */

/** Slack's limit of a link's address, in characters (Block Kit reference, `url`). */
const longestAddress = 3000

/** What would end a link in mrkdwn, hide in it or show it in another order: white space, controls, `<`, `>`, `|`, format characters. */
const unsafe = /[\s<>|\p{C}]/gu

const web = /^https?:\/\/[^/?#]/i
const bareHost =
  /^(?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#].*)?$/u

/** The address as a link may carry it: http or https, percent-encoded where needed; undefined where it cannot be a link. */
export function webAddress(raw: string): string | undefined {
  if (raw.length > longestAddress) return undefined
  const address = raw.trim().toWellFormed().replace(unsafe, encodeURIComponent)
  return web.test(address) && address.length <= longestAddress && URL.canParse(address) ? address : undefined
}

/** As `webAddress`, for an author's address, which may lack its scheme: what looks like a host is taken as https. */
export function authorAddress(raw: string): string | undefined {
  const trimmed = raw.slice(0, longestAddress + 1).trim()
  if (!bareHost.test(trimmed)) return webAddress(raw)
  return webAddress(trimmed.startsWith('//') ? `https:${trimmed}` : `https://${trimmed}`)
}

/** An address within mrkdwn. Slack takes a bare `&` there as it is; only what reads as an escape must not be read as one. */
export function addressInText(address: string): string {
  return address.replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
}
