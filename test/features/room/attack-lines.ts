import { button, cardButton, type Line, of, press } from '../../permissions/attack-kit.ts'
import { roomValue } from './attack-world.ts'

export const lines: Line[] = [
  ...of('action room_open', ['Open a room', 'dismiss', cardButton('room_open', 'spike')]),
  ...of('action room_end', [
    'Post a report here…',
    'dismiss',
    press(({ name }) => button('room_end', roomValue(name))),
  ]),
  ...of('action room_archive', [
    'Archive this channel…',
    'dismiss',
    press(({ name }) => button('room_archive', roomValue(name))),
  ]),
  ...of('action room_not_invited', [
    'Who was not invited',
    'read',
    press(({ name }) => button('room_not_invited', roomValue(name))),
  ]),
]
