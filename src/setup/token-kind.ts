const tokenKinds = [
  { pattern: /^xoxb-/, name: 'a bot token (Bot User OAuth Token)' },
  { pattern: /^xapp-/, name: 'an app-level token' },
  { pattern: /^xoxp-/, name: 'a user token (User OAuth Token)' },
  { pattern: /^xoxe/, name: 'a token of an app with token rotation, which has to be off' },
  { pattern: /^xox[a-z]-/, name: 'another kind of Slack token' },
  { pattern: /^[0-9a-f]{32}$/, name: 'a secret of the app (signing secret or client secret)' },
  { pattern: /^https?:/, name: 'an address' },
]

/** Why a text cannot be the Slack token with that prefix, in a sentence; undefined where nothing speaks against it. */
export function validateToken(text: string, prefix: 'xoxb-' | 'xapp-'): string | undefined {
  if (/\s/.test(text)) return 'A token has no blanks in it: was more than the token pasted?'
  if (text.startsWith(prefix))
    return text.length > prefix.length + 4 ? undefined : 'This token is cut off: it has only its beginning.'
  const kind = tokenKinds.find(({ pattern }) => pattern.test(text))
  const what = kind === undefined ? 'This does not look like a Slack token' : `This is ${kind.name}`
  return `${what}. The one that is asked for here begins with ${prefix}.`
}
