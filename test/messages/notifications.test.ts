import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../sandbox/slack/block-kit/blocks.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { messageKinds, viewKinds } from '../tools/message-kinds.ts'
import { notifications, sketch } from '../tools/message-sketch.ts'

/** A notification shows this many characters. */
const shown = 120

/** These functions need no sketch, because they build on a function with a sketch, or because any message can pass through them. */
const buildingBlocks = [
  'drawMentions',
  'spikeCardOf',
  'textMessage',
  'withGuesses',
  'withNotifiedUsers',
  'withoutNewBlocks',
]

it('every function that draws a message or a modal has an example in the snapshot tests', () => {
  const folder = `${import.meta.dirname}/../../src/messages`
  const drawn = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const source = readFileSync(`${folder}/${name}`, 'utf8')
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

  it('has a first line that fits a notification', () => {
    const [line = ''] = content.text.split('\n')
    expect({ line, fits: [...line].length <= shown }).toEqual({ line, fits: true })
  })

  it('is valid and matches its snapshot', () => {
    expect(faultsOf(content)).toEqual([])
    expect(`${sketch(content)}\n\ndesktop: ${desktop}\nmobile:  ${mobile}`).toMatchSnapshot()
  })
})

describe.each(viewKinds())('the message "$kind"', ({ view }) => {
  it('is valid and matches its snapshot', () => {
    const { title, blocks } = view
    const plain = (text: string) => ({ type: 'plain_text', text })
    const drawn =
      title === undefined ? { type: 'home' } : { type: 'modal', title: plain(title), submit: plain('Save') }
    expect(checkView({ ...drawn, blocks })).toEqual([])
    expect(sketch({ text: title ?? 'home tab', blocks })).toMatchSnapshot()
  })
})
