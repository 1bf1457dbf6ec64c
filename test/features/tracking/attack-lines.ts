import { type Line, of, submit, targetChannel } from '../../permissions/attack-kit.ts'

const link = 'https://tracked.example/post'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('shortcut track_mention', ['on a message of the channel', 'share', (world, by, on) => world.shortcut(by.user, targetChannel(on), 'track_mention')]),
  ...of('view track_mention', ['the form', 'share', submit('track_mention', (on, _by, world) => ({
    metadata: JSON.stringify({ channel: targetChannel(on), responseUrl: world.deadUrl, words: 'words', links: [{ url: link }] }),
    answers: { link: '0', place: `${on.name}-watch` },
  }))]),
]
