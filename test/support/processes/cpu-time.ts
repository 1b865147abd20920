/** CPU milliseconds of this process so far. Unlike a clock, they do not depend on other load of the machine. */
export const cpuMillis = (): number => process.cpuUsage().user / 1000
