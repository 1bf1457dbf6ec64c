import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everything } from '../../src/everything.ts'
import { methods } from '../../src/web-api/methods.ts'
import { openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const all = [...methods]
const names = all.map(([name]) => name)
const tokenFor = (name: string) => methods.get(name)?.tokens?.[0] ?? 'bot'

describe('every method of the Web API', () => {
  it('refuses a call without a token, unless it takes none', async () => {
    const workspace = await openWorkspace(everything)
    for (const [name, { tokens }] of all) {
      const open = tokens?.length === 0
      expect([name, (await outcome(workspace, name, {}, '')) === 'not_authed']).toEqual([name, !open])
    }
  })

  it('refuses a token that is not valid, and one of a kind that it does not take', async () => {
    const workspace = await openWorkspace(everything)
    for (const [name, { tokens = ['bot'] }] of all.filter(([, { tokens }]) => tokens?.length !== 0)) {
      expect([name, await outcome(workspace, name, {}, 'xoxb-wrong')]).toEqual([name, 'invalid_auth'])
      const other = (['config', 'app', 'user'] as const).find((kind) => !tokens.includes(kind)) ?? 'config'
      expect([name, await outcome(workspace, name, {}, workspace.seed.token[other])]).toEqual([
        name,
        'not_allowed_token_type',
      ])
    }
  })

  it('refuses a token without its scope, and names the scope', async () => {
    const workspace = await openWorkspace({ scopes: [], userScopes: [] })
    workspace.control.setScopes('app', [])
    for (const [name, method] of all) {
      const kind = tokenFor(name)
      const needed = (kind === 'user' ? method.userScopes : undefined) ?? method.scopes ?? []
      if (needed.length !== 1) continue
      const answer = await call(workspace, name, {}, workspace.seed.token[kind])
      expect([name, answer.error, answer.needed]).toEqual([name, 'missing_scope', needed[0]])
    }
  })

  it('names each required argument that is missing', async () => {
    const workspace = await openWorkspace(everything)
    for (const [name, { required = [] }] of all.filter(([, { required }]) => required !== undefined)) {
      const answer = await call(workspace, name, {}, workspace.seed.token[tokenFor(name)])
      const messages = required.map((field) => `[ERROR] missing required field: ${field}`)
      expect([name, answer]).toEqual([
        name,
        { ok: false, error: 'invalid_arguments', response_metadata: { messages } },
      ])
    }
  })

  it.each([
    ['usergroups.list', 20, 3],
    ['users.conversations', 50, 2],
    ['users.profile.get', 100, 1],
  ])('%s takes %i calls at once, and answers 429 with Retry-After: %i then', async (name, calls, seconds) => {
    const workspace = await openWorkspace({ ...everything, tiers: 'on' })
    for (let number = 0; number < calls; number += 1) expect(await outcome(workspace, name)).toBe('ok')
    const headers = { authorization: `Bearer ${workspace.seed.token.bot}` }
    const refused = await fetch(`${workspace.apiUrl}${name}`, { method: 'POST', headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
    workspace.clock.advance(seconds * 1000)
    expect(await outcome(workspace, name)).toBe('ok')
  })

  it('answers any arguments with a documented code, or does its work', async () => {
    const lines: string[] = []
    const workspace = await openWorkspace({ ...everything, log: (line) => void lines.push(line) })
    await call(workspace, 'chat.postMessage', { channel: 'C000GENERAL', text: 'Hello' })
    const ts = workspace.control.messages('general')[0]?.ts ?? ''
    const known = [
      'C000GENERAL',
      'U0000000ANA',
      '#general',
      ts,
      '1',
      'link',
      '[]',
      '{}',
      'https://a.example',
      '',
    ]
    const value = fc.oneof(
      { arbitrary: fc.constantFrom(...known), weight: 5 },
      fc.string(),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const argumentNames =
      'channel channel_id channels users user user_id user_ids text blocks ts timestamp message_ts name id limit cursor post_at files file title type link view trigger_id metadata changes canvas_id criteria usergroup num_minutes presence profile manifest app_id external_id external_url attachments thread_ts'.split(
        ' ',
      )
    const args = fc.dictionary(fc.constantFrom(...argumentNames), value, { maxKeys: 8 })
    const calls = fc.record({
      name: fc.constantFrom(...names.filter((name) => name !== 'auth.revoke')),
      args,
    })
    await fc.assert(
      fc.asyncProperty(calls, async ({ name, args }) => {
        const required = methods.get(name)?.required ?? []
        const complete = { ...Object.fromEntries(required.map((field) => [field, 'C000GENERAL'])), ...args }
        const answer = await call(workspace, name, complete, workspace.seed.token[tokenFor(name)])
        expect(typeof answer.ok).toBe('boolean')
        expect(lines).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })
})
