import { anyChannel, button, type Line, mentions, named, of, press } from '../../permissions/attack-kit.ts'
import { drillValue } from './attack-world.ts'

export const lines: Line[] = [
  ...of('command /mentions', ['drill', 'change', mentions((on) => `drill ${named('watch', on)}`)]),
  ...of('action drill_answer', [
    'answer',
    'handle',
    press(({ name }) => button('drill_answer', drillValue(name))),
    anyChannel,
  ]),
]
