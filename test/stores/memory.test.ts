import { Layer } from "effect"
import { Settings } from "../../src/Settings.ts"
import { memoryStore } from "../../src/stores/memory.ts"
import type { Engine } from "./contract/engine.ts"
import { frontierContract } from "./contract/frontier.ts"
import { jobsContract } from "./contract/jobs.ts"

const memory: Engine = {
  name: "memory",
  layer: (settings) => memoryStore.pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))),
  clock: "test",
  isDurable: false,
  isShared: false
}

jobsContract(memory)
frontierContract(memory)
