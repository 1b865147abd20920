/** CPU milliseconds of this process so far. Unlike a clock, they do not tell what else the machine does. */
export const cpuMillis = (): number => process.cpuUsage().user / 1000
