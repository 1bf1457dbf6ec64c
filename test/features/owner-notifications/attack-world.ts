import { people } from '../../tools/attack-people.ts'

export const configuration = { owner: people.admin }
