import { homeButton, type Line, of, plain } from '../../permissions/attack-kit.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = of('action first_steps_hide',
  ['Hide these steps', 'home', homeButton('first_steps_hide', 'hide'), { ...plain, anyChannel: true }],
)
