import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrame } from '../../../src/sources/bluesky/jetstream.ts'

describe('a frame of the stream of Bluesky', () => {
  it('of the old dialect is read', () => {
    const frame = {
      did: 'did:plc:q235v55g5unth4zjjdpacfdr',
      time_us: 1779719009157119,
      kind: 'commit',
      cursor: 12345,
      commit: {
        rev: 'r',
        operation: 'create',
        collection: 'app.bsky.feed.post',
        rkey: '3mmo',
        record: { text: 'x' },
        cid: 'c',
      },
    }
    expect(readFrame(JSON.stringify(frame))).toEqual({
      ...{ kind: 'post', timeUs: 1779719009157119, did: frame.did, rkey: '3mmo', record: { text: 'x' } },
      uri: `at://${frame.did}/app.bsky.feed.post/3mmo`,
    })
    const { record: _, ...commit } = frame.commit
    expect(readFrame(JSON.stringify({ ...frame, commit: { ...commit, operation: 'delete' } }))).toMatchObject(
      { kind: 'deleted' },
    )
    expect(
      readFrame(JSON.stringify({ ...frame, commit: { ...commit, collection: 'app.bsky.feed.like' } })),
    ).toEqual({
      kind: 'other',
      timeUs: frame.time_us,
    })
  })

  it('of the new dialect is read, with its time in microseconds', () => {
    const payload = { seq: 1, did: 'did:web:x.example', time: '2026-05-25T14:23:29.157119Z' }
    const message = (kind: string, fields: object) =>
      readFrame(
        JSON.stringify({
          $type: 'message',
          payload: { ...payload, $type: `network.bsky.jetstream.subscribeEvents#${kind}`, ...fields },
        }),
      )
    const commit = { operation: 'update', collection: 'app.bsky.feed.post', rkey: 'r', record: {} }
    expect(message('commit', commit)).toMatchObject({ kind: 'post', timeUs: 1779719009157119 })
    expect(message('account', { account: { active: false, status: 'deleted' } })).toMatchObject({
      kind: 'author-gone',
    })
    expect(message('sync', {})).toMatchObject({ kind: 'other' })
    expect(message('commit', { ...commit, time: '2026-05-25T14:23:29Z' }).timeUs).toBe(1779719009000000)
    expect(readFrame('{"$type":"error","error":"ConsumerTooSlow","message":"m"}')).toEqual({
      kind: 'ended',
      reason: 'ConsumerTooSlow',
    })
  })

  it('whose names could lead to another page or place is not read', () => {
    const frame = (did: string, rkey: string) =>
      readFrame(
        JSON.stringify({
          did,
          kind: 'commit',
          commit: { operation: 'create', collection: 'app.bsky.feed.post', rkey, record: {} },
        }),
      )
    expect(frame('did:plc:x', '../../login').kind).toBe('unreadable')
    expect(frame('did:plc:x', 'a?b').kind).toBe('unreadable')
    expect(frame('did:plc:x/../y', 'a').kind).toBe('unreadable')
    expect(frame('', 'a').kind).toBe('unreadable')
  })

  it('of any content is read without an error', () => {
    const frame = fc.record(
      {
        ...{
          did: fc.constantFrom('did:plc:x', '', 7),
          kind: fc.constantFrom('commit', 'account', 'identity', 'x', 3),
        },
        ...{
          time_us: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
          commit: fc.jsonValue(),
          account: fc.jsonValue(),
        },
        ...{ $type: fc.constantFrom('message', 'error', 'x'), payload: fc.jsonValue() },
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          frame.map((given) => JSON.stringify(given)),
        ),
        (text) => {
          expect(readFrame(text).kind).toMatch(/^(post|deleted|author-gone|ended|unreadable|other)$/)
        },
      ),
    )
  })
})
