import { clusterTorture } from './cluster.ts'
const toll = await clusterTorture({ blows: Number(process.argv[2] ?? 4), kinds: (process.argv[3] ?? 'kill').split(',') as any, seed: Number(process.argv[4] ?? 4), perSecond: 1.5, progress: (l) => console.log(new Date().toISOString(), l) })
console.log(JSON.stringify(toll))
process.exit(0)
