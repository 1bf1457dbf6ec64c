import type { Ms } from '@overheard/base/time'
import { outcomeOf } from '@overheard/post-once/errors'
import type { WebClient } from '@slack/web-api'
import { z } from 'zod'
import type { MessageKey } from '../model/collection.ts'

/**
 * After `refused` Slack has done nothing, and `reason` is its error code. After `later` Slack has done nothing, and asks to wait. After
 * `unclear` Slack may have done it.
 */
export type Called<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; afterMs: Ms; reason: string }
  | { kind: 'unclear'; reason: string }

/** `isOurs`: our app created it, and it is not archived. `purpose` is '' if nobody has set it. */
export type NamedChannel = { id: string; isOurs: boolean; isPrivate: boolean; purpose: string }

/** How the app makes channels and keeps them. Nothing here rejects, and nothing is repeated. */
export type OwnChannels = {
  /** Returns the id of the new channel. Slack refuses a name that a channel has, also an archived one, as `name_taken`. */
  create(name: string, isPrivate: boolean): Promise<Called<string>>
  /** Finds a channel of this name that the bot is in. */
  named(name: string): Promise<Called<NamedChannel | undefined>>
  isPrivate(channel: string): Promise<Called<boolean>>
  setPurpose(channel: string, purpose: string): Promise<Called<unknown>>
  invite(channel: string, user: string): Promise<Called<unknown>>
  archive(channel: string): Promise<Called<unknown>>
  membersOfGroup(group: string): Promise<Called<string[]>>
  /** Returns the id of the canvas. A channel has at most one. */
  createCanvas(channel: string, markdown: string): Promise<Called<string>>
  canvasOf(channel: string): Promise<Called<string | undefined>>
  /** Replaces everything in the canvas. */
  editCanvas(canvas: string, markdown: string): Promise<Called<unknown>>
  pin(place: MessageKey): Promise<Called<unknown>>
}

/** The SDK's types do not have it. */
const withCanvas = z.object({ properties: z.object({ canvas: z.object({ file_id: z.string() }) }) })

const pageSize = 999
const maxPages = 50

export function createRooms(client: WebClient): OwnChannels {
  const content = (markdown: string) => ({ type: 'markdown' as const, markdown })
  const missing = (what: string): never => {
    throw new Error(`an answer without ${what}`)
  }

  async function findNamed(name: string): Promise<NamedChannel | undefined> {
    const self = (await client.auth.test()).user_id
    let cursor: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const answer = await client.users.conversations({
        types: 'public_channel,private_channel',
        limit: pageSize,
        ...(cursor ? { cursor } : {}),
      })
      const found = (answer.channels ?? []).find((channel) => channel.name === name)
      if (found?.id !== undefined) {
        const isOurs = self !== undefined && found.creator === self && found.is_archived !== true
        return {
          id: found.id,
          isOurs,
          isPrivate: found.is_private === true,
          purpose: found.purpose?.value ?? '',
        }
      }
      cursor = answer.response_metadata?.next_cursor
      if (!cursor) break
    }
    return undefined
  }

  return {
    create: (name, isPrivate) =>
      called(async () => {
        const { channel } = await client.conversations.create({ name, is_private: isPrivate })
        return channel?.id ?? missing('the id of the channel')
      }),
    named: (name) => called(() => findNamed(name)),
    isPrivate: (channel) =>
      called(async () => {
        const answer = await client.conversations.info({ channel })
        return answer.channel?.is_private ?? missing('the kind of the channel')
      }),
    setPurpose: (channel, purpose) => called(() => client.conversations.setPurpose({ channel, purpose })),
    invite: (channel, user) => called(() => client.conversations.invite({ channel, users: user })),
    archive: (channel) => called(() => client.conversations.archive({ channel })),
    membersOfGroup: (group) =>
      called(async () => (await client.usergroups.users.list({ usergroup: group })).users ?? []),
    createCanvas: (channel, markdown) =>
      called(async () => {
        const answer = await client.conversations.canvases.create({
          channel_id: channel,
          document_content: content(markdown),
        })
        return answer.canvas_id ?? missing('the id of the canvas')
      }),
    canvasOf: (channel) =>
      called(async () => {
        const answer = await client.conversations.info({ channel })
        return withCanvas.safeParse(answer.channel).data?.properties.canvas.file_id
      }),
    editCanvas: (canvas, markdown) =>
      called(() =>
        client.canvases.edit({
          canvas_id: canvas,
          changes: [{ operation: 'replace', document_content: content(markdown) }],
        }),
      ),
    pin: ({ channel, ts }) => called(() => client.pins.add({ channel, timestamp: ts })),
  }
}

async function called<Value>(call: () => Promise<Value>): Promise<Called<Value>> {
  try {
    return { kind: 'done', value: await call() }
  } catch (error) {
    const failed = outcomeOf(error, false)
    const { reason } = failed
    if (failed.kind === 'rejected') return { kind: 'refused', reason }
    if (failed.kind === 'deferred') return { kind: 'later', afterMs: failed.afterMs, reason }
    return { kind: 'unclear', reason }
  }
}
