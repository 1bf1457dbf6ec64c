/** The process of one contender: `node contender.ts NAME URL AT_ONCE`. It gets a number of operations and answers with their CPU time. */
import { contenders } from './contenders.ts'

const [name = '', url = '', atOnce = '1'] = process.argv.slice(2)
const operate = await contenders[name]?.(url, Number(atOnce))
if (operate === undefined) throw new Error(`there is no contender '${name}'`)

process.on('message', async (operations: number) => {
  const before = process.cpuUsage()
  let units = 0
  for (let done = 0; done < operations; done++) units += await operate()
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / units)
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
