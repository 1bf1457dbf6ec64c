import { expect, it } from 'vitest'
import { parseNameAndChannel, parseNameTermAndChannel } from '../../../src/listeners/commands/line-words.ts'

it.each([
  ['acme', { name: 'acme' }],
  ['acme brand 2h', { name: 'acme brand', term: '2h' }],
  ['"AT&T" in <#C123|brand> until friday', { name: 'AT&T', channel: 'C123', term: 'until friday' }],
  ['<#C123> until tomorrow', { channel: 'C123', term: 'until tomorrow' }],
  ['', {}],
])('a line names a subscription, a channel and a time in "%s"', (line, asked) =>
  expect(parseNameTermAndChannel(line)).toEqual(asked),
)

it('a second channel is a part of the name, so the answer says that it is not understood', () => {
  const asked = { name: 'acme <#C456|b>', channel: 'C123' }
  expect(parseNameAndChannel('acme to <#C123|a> <#C456|b>')).toEqual(asked)
  expect(parseNameTermAndChannel('acme <#C123|a> <#C456|b> 2h')).toEqual({ ...asked, term: '2h' })
})
