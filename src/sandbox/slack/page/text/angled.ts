import { isSafeAddress } from './address.ts'
import { decode } from './entities.ts'
import type { Inline } from './inline.ts'

/** Reads what stands between `<` and `>` in mrkdwn. Undefined: nothing known, so it stays as it was written. */
export function readAngled(inside: string): Inline | undefined {
  const [target = '', ...rest] = inside.split('|')
  const label = rest.length > 0 ? decode(rest.join('|')) : undefined
  const named = label === undefined || label === '' ? {} : { label }
  const [, sign, id = ''] = /^([@#])([A-Z0-9]+)$/.exec(target) ?? []
  if (sign === '@') return { kind: 'user', id, ...named }
  if (sign === '#') return { kind: 'channel', id, ...named }
  if (target.startsWith('!')) return readSpecial(target.slice(1), label)
  const url = decode(target)
  if (!isSafeAddress(url)) return undefined
  return { kind: 'link', url, children: [{ kind: 'text', text: label || url }] }
}

function readSpecial(command: string, label: string | undefined): Inline | undefined {
  if (command.startsWith('date^')) return readDate(command, label)
  if (/^(here|channel|everyone)$/.test(command)) return { kind: 'broadcast', name: command }
  if (/^subteam\^\w+$/.test(command))
    return { kind: 'broadcast', name: (label ?? command.slice(8)).replace(/^@/, '') }
  return undefined
}

function readDate(command: string, fallback: string | undefined): Inline | undefined {
  const [, seconds = '', format = '', url = ''] = command.split('^')
  const timestamp = Number(seconds)
  const latest = 8_640_000_000_000
  if (!/^\d+$/.test(seconds) || timestamp > latest || format === '') return undefined
  const link = decode(url)
  return {
    kind: 'date',
    timestamp,
    format: decode(format),
    fallback: fallback ?? seconds,
    ...(isSafeAddress(link) && { url: link }),
  }
}
