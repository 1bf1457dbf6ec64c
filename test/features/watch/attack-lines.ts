import { type Line, mentions, of } from '../../permissions/attack-kit.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = of('command /mentions',
    ['watch', 'read', mentions(() => 'watch')],
    ['duty swap', 'change', mentions(() => 'duty swap'), { except: ({ role }) => (role === 'admin' ? 'allowed' : undefined) }],
)
