import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../packages/slack-on-your-desk/src/index.ts'
import { modalRefusedText } from '../../src/listeners/open-modal.ts'
import { say } from '../../src/listeners/texts/say.ts'
import { refusalText, replyTexts, unavailableText } from '../../src/messages/replies.ts'
import { muteKinds } from '../../src/model/mute.ts'
import type { RefusalReason } from '../../src/people/permission.ts'
import { messageKinds, sources, viewKinds } from '../tools/all-message-kinds.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { usual } from '../tools/message-kinds.ts'
import { notificationLength, notifications, rowOf } from '../tools/message-sketch.ts'

/** These functions need no sketch, because they build on a function with a sketch, or because any message can pass through them. */
const buildingBlocks = [
  'drawMentions',
  'liveSpikeCard',
  'spikeCardOf',
  'textMessage',
  'whichSubscription',
  'withGuesses',
  'withNotifiedUsers',
  'withReceiptMark',
  'withoutNewBlocks',
]

it('every function that draws a message or a modal has an example in test/tools/message-kinds.ts, or in message-kinds.ts in the tests of its feature', () => {
  const drawn = globSync('src/**/*.ts').flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    const functions = [...source.matchAll(/^export function (\w+)(?:(?!^})[\s\S])*?\): ([^={}\n]+) \{$/gm)]
      .filter(([, , type]) => /^(?:Content|ModalContent|DigestMessages)$/.test(type ?? ''))
      .map(([, made]) => made)
    const constants = [...source.matchAll(/^export const (\w+) = (?:\(\) => )?textMessage\(/gm)]
    return [...functions, ...constants.map(([, made]) => made)]
  })
  const listed = new Set([...[...messageKinds(), ...viewKinds()].map(({ by }) => by), ...buildingBlocks])
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.filter((made) => made === undefined || !listed.has(made))).toEqual([])
})

describe.each(messageKinds())('the message "$kind"', ({ content, subject }) => {
  const { desktop, mobile } = notifications(content)

  it('begins with its subject, as a desktop and as a mobile notification', () => {
    const withoutSign = desktop.replace(/^\p{Extended_Pictographic}+ /u, '')
    for (const notification of [withoutSign, mobile]) expect(notification.startsWith(subject)).toBe(true)
  })

  it('has a first line that fits a desktop and a mobile notification', () => {
    for (const notification of [desktop, mobile]) {
      const [line = ''] = notification.split('\n')
      const { length } = [...line]
      const what = `the first line “${line}” has ${length} characters`
      expect(length, `${what}, and at most ${notificationLength} fit`).toBeLessThanOrEqual(notificationLength)
    }
  })

  it('is valid Block Kit', () => {
    expect(faultsOf(content)).toEqual([])
  })
})

describe('the table of all messages, dialogs and home tabs', () => {
  it.each(sources.map(({ folder, kinds }) => [relative('.', folder), folder, kinds] as const))(
    'is message-kinds.txt in %s, with one line for each kind',
    async (_shown, folder, kinds) => {
      const messages = kinds.messageKinds(usual).map(({ kind, content }) => rowOf(kind, content))
      const views = kinds
        .viewKinds(usual)
        .map(({ kind, view: { title = 'home tab', blocks } }) => rowOf(kind, { text: title, blocks }))
      await expect(`${[...messages, ...views].sort().join('\n')}\n`).toMatchFileSnapshot(
        join(folder, 'message-kinds.txt'),
      )
    },
  )
})

describe.each(viewKinds())('the dialog or home tab "$kind"', ({ view }) => {
  it('is valid Block Kit', () => {
    const { title, blocks } = view
    const plain = (text: string) => ({ type: 'plain_text', text })
    const drawn =
      title === undefined ? { type: 'home' } : { type: 'modal', title: plain(title), submit: plain('Save') }
    expect(checkView({ ...drawn, blocks })).toEqual([])
  })
})

it('the short answers, which only one person sees, match their snapshot', () => {
  const isPlain = (answer: (typeof replyTexts)[keyof typeof replyTexts]): answer is () => string =>
    answer.length === 0
  const written = Object.values(replyTexts)
    .filter(isPlain)
    .map((answer) => answer())
  const { tooManyMutes, tooManySubscriptions, nothingToMute, alertsUnavailable } = replyTexts
  const { alreadyPaused, notPaused, unchanged, fromFile, digestGone } = replyTexts
  const filled = [
    ...muteKinds.map(nothingToMute),
    tooManyMutes(100),
    tooManySubscriptions(100),
    alertsUnavailable('busy'),
    ...[alreadyPaused, notPaused, unchanged, fromFile].map((answer) => answer('acme')),
    digestGone('weekly'),
    say.failed({ reason: 'the disk is full' }),
    unavailableText('unreachable'),
    modalRefusedText('expired_trigger_id'),
    ...(['bot', 'unknown', 'may-not-read'] as const).map((reason) => say[`assignee-${reason}` as const]()),
    ...refusalReasons.map(refusalText),
  ]
  expect([...written, ...filled].join('\n')).toMatchSnapshot()
})

const refusalReasons = [
  'unknown-person',
  'private-alert',
  'outside-own-channels',
  'members-only',
  'admins-only',
  'mute-admins-only',
  'channel-members-only',
] as const satisfies RefusalReason[]
