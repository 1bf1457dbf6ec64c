import { people } from '../../tools/attack-people.ts'

export const configuration = { onDuty: { users: [people.admin], from: '2026-11-23' } }
