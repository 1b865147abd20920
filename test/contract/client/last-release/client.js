// src/client/GleanerError.ts
var GleanerError = class extends Error {
	name = "GleanerError";
	code;
	status;
	title;
	detail;
	url;
	reason;
	errors;
	retry_after;
	constructor(problem, cause) {
		super(problem.detail, cause === void 0 ? void 0 : { cause });
		this.code = problem.code;
		this.status = problem.status;
		this.title = problem.title;
		this.detail = problem.detail;
		this.url = problem.url;
		this.reason = problem.reason;
		this.errors = problem.errors ?? [];
		this.retry_after = problem.retry_after;
	}
};
const networkError = (cause) => new GleanerError({
	code: "network_error",
	status: 0,
	title: "The service cannot be reached",
	detail: "Gleaner did not answer, or the connection was cut. Check that the service runs at baseUrl."
}, cause);
const problemOf = async (response) => {
	const header = Number(response.headers.get("retry-after") ?? "");
	const retryAfter = header > 0 ? header : void 0;
	const body = await response.text().catch(() => "");
	const members = response.headers.get("content-type")?.startsWith("application/problem+json") === true ? parsed(body) : void 0;
	if (members === void 0) return new GleanerError({
		code: "unexpected_answer",
		status: response.status,
		title: "Something that is not Gleaner answered",
		detail: `The answer has status ${response.status} and is no problem of Gleaner. Check baseUrl, and proxies before it.`,
		retry_after: retryAfter
	});
	return new GleanerError({
		...members,
		retry_after: members.retry_after ?? retryAfter
	});
};
const parsed = (body) => {
	try {
		return JSON.parse(body);
	} catch {
		return;
	}
};
// src/client/patience.ts
const firstWait = 250;
const longestWait = 3e4;
const longestRetryAfter = 90;
const patience = (tries, isPassing, signal) => {
	let failures = 0;
	return {
		reset: () => {
			failures = 0;
		},
		after: async (error) => {
			failures++;
			if (!isPassing(error) || failures >= tries || (error.retry_after ?? 0) > longestRetryAfter) throw error;
			const doubled = Math.min(firstWait * 2 ** (failures - 1), longestWait) * (.5 + Math.random() / 2);
			await pause(error.retry_after === void 0 ? doubled : error.retry_after * 1e3, signal);
		}
	};
};
const pause = (milliseconds, signal) => new Promise((resolve, reject) => {
	signal?.throwIfAborted();
	const timer = setTimeout(() => {
		signal?.removeEventListener("abort", stop);
		resolve();
	}, milliseconds);
	const stop = () => {
		clearTimeout(timer);
		reject(signal?.reason);
	};
	signal?.addEventListener("abort", stop, { once: true });
});
// src/client/connection.ts
const connect = (options) => {
	const base = String(options.baseUrl ?? "").replace(/\/+$/, "");
	const send = options.fetch ?? ((...request) => globalThis.fetch(...request));
	const signals = (own) => own === void 0 || options.signal === void 0 ? own ?? options.signal : AbortSignal.any([own, options.signal]);
	const once = async (path, ask, signal) => {
		const response = await reached(send(`${base}${path}${queryOf(ask.query ?? {})}`, {
			method: ask.method ?? (ask.body === void 0 ? "GET" : "POST"),
			credentials: "same-origin",
			headers: {
				...options.apiKey === void 0 ? {} : { "x-api-key": options.apiKey },
				...ask.body === void 0 ? {} : { "content-type": "application/json" },
				...ask.headers
			},
			...ask.body === void 0 ? {} : { body: JSON.stringify(ask.body) },
			...signal === void 0 ? {} : { signal }
		}), signal);
		if (!response.ok) throw await problemOf(response);
		return response;
	};
	const ask = async (path, request = {}) => {
		const signal = signals(request.signal);
		const { after } = patience(request.tries ?? options.tries ?? 4, isPassing, signal);
		for (;;) try {
			return await once(path, request, signal);
		} catch (error) {
			await after(error);
		}
	};
	return {
		ask,
		json: async (path, request) => {
			const response = await ask(path, request);
			return reached(response.json(), signals(request?.signal));
		},
		text: async (path, request) => {
			const response = await ask(path, request);
			return reached(response.text(), signals(request?.signal));
		},
		whole: async (response, signal) => new Uint8Array(await reached(response.arrayBuffer(), signals(signal))),
		bytes: (response, signal, silence) => bytesOf(response, signals(signal), silence),
		signal: signals
	};
};
const isPassing = (error) => error instanceof GleanerError && (error.code === "network_error" || [429, 503].includes(error.status) && error.retry_after !== void 0);
const isPassingCut = (error) => isPassing(error) || error instanceof GleanerError && error.code === "unexpected_answer" && error.status >= 502;
const reached = async (answer, signal) => {
	try {
		return await answer;
	} catch (cause) {
		signal?.throwIfAborted();
		throw networkError(cause);
	}
};
const queryOf = (query) => {
	const given = Object.entries(query).flatMap(([name, value]) => value === void 0 ? [] : [[name, String(value)]]);
	return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
};
async function* bytesOf(response, signal, silence) {
	const reader = response.body?.getReader();
	if (reader === void 0) return;
	try {
		for (;;) {
			const { done, value } = await reached(inTime(reader.read(), silence), signal);
			if (done) return;
			yield value;
		}
	} finally {
		reader.cancel().catch(() => void 0);
	}
}
const inTime = async (read, silence) => {
	if (silence === void 0) return read;
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`nothing came for ${silence} ms`)), silence);
	});
	try {
		return await Promise.race([read, late]);
	} finally {
		clearTimeout(timer);
	}
};
// src/client/job-status.ts
const isEnded = (status) => status !== "queued" && status !== "running";
// src/client/lines.ts
async function* lines(chunks) {
	const decoder = new TextDecoder();
	let begun = [];
	for await (const chunk of chunks) {
		const parts = decoder.decode(chunk, { stream: true }).split("\n");
		const rest = parts.pop() ?? "";
		for (const part of parts) {
			begun.push(part);
			yield begun.join("");
			begun = [];
		}
		if (rest !== "") begun.push(rest);
	}
	const last = begun.join("") + decoder.decode();
	if (last !== "") yield last;
}
const largestPage = 1e3;
async function* followDocuments(connection, id, { after, fields, signal: own }) {
	const path = `/v1/jobs/${encodeURIComponent(id)}/documents`;
	const signal = connection.signal(own);
	const resumed = patience(12, isPassingCut, signal);
	const call = {
		...signal === void 0 ? {} : { signal },
		tries: 1
	};
	let cursor = after;
	let ahead = 0;
	let given = 0;
	const catchUp = async () => {
		while (ahead > 0) {
			const query = {
				after: cursor,
				limit: Math.min(ahead, largestPage),
				fields: "url"
			};
			const page = await connection.json(path, {
				...call,
				query
			});
			ahead -= page.documents.length;
			if (page.next_cursor === null) return false;
			cursor = page.next_cursor;
		}
		return true;
	};
	for (;;) try {
		if (!await catchUp()) return;
		const response = await connection.ask(path, {
			...call,
			query: {
				after: cursor,
				fields
			},
			headers: { accept: "application/x-ndjson" }
		});
		for await (const line of lines(connection.bytes(response, signal))) {
			ahead++;
			given++;
			resumed.reset();
			yield JSON.parse(line);
		}
		const job = await connection.json(`/v1/jobs/${encodeURIComponent(id)}`, call);
		if (isEnded(job.status) && (after !== void 0 || given >= job.document_count)) return;
	} catch (error) {
		await resumed.after(error);
	}
}
// node_modules/eventsource-parser/dist/errors.js
var ParseError = class extends Error {
	constructor(message, options) {
		super(message);
		this.name = "ParseError";
		this.type = options.type;
		this.field = options.field;
		this.value = options.value;
		this.line = options.line;
	}
};
// node_modules/eventsource-parser/dist/parse.js
const LF = 10;
const CR = 13;
const SPACE = 32;
const MAX_FIELD_PREFIX_LENGTH = 6;
function createParser(config) {
	if (typeof config === "function") throw new TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");
	const { maxBufferSize, onComment, onError, onEvent, onId, onRetry } = config;
	const pendingFragments = [];
	let pendingFragmentsLength = 0;
	let bomPrefix = "";
	let id;
	let data = "";
	let dataLines = 0;
	let eventType;
	let terminated = false;
	let skippingLine = false;
	let skipNextLineFeed = false;
	function feed(chunk) {
		if (terminated) throw new Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");
		if (bomPrefix !== void 0) {
			chunk = bomPrefix + chunk;
			if (chunk === "" || chunk === "ï" || chunk === "ï»") {
				bomPrefix = chunk;
				return;
			}
			bomPrefix = void 0;
			chunk = chunk.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, "");
		}
		if (skippingLine || skipNextLineFeed) {
			chunk = resumeAfterSkip(chunk);
			if (!chunk) return;
		}
		if (!pendingFragments.length) {
			const trailing = processLines(chunk);
			if (trailing !== "") storeTrailing(trailing);
			checkForBufferOverflow();
			return;
		}
		if (chunk.indexOf("\n") === -1 && chunk.indexOf("\r") === -1) {
			if (pendingFragmentsLength < MAX_FIELD_PREFIX_LENGTH) {
				if (!shouldBufferTrailing(pendingFragments.join("") + chunk.slice(0, MAX_FIELD_PREFIX_LENGTH - pendingFragmentsLength))) {
					pendingFragments.length = 0;
					pendingFragmentsLength = 0;
					skippingLine = true;
					return;
				}
			}
			pendingFragments.push(chunk);
			pendingFragmentsLength += chunk.length;
			checkForBufferOverflow();
			return;
		}
		pendingFragments.push(chunk);
		const input = pendingFragments.join("");
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		storeTrailing(processLines(input));
		checkForBufferOverflow();
	}
	function resumeAfterSkip(chunk) {
		if (chunk.length === 0) return chunk;
		if (skipNextLineFeed) {
			skipNextLineFeed = false;
			return chunk.charCodeAt(0) === LF ? chunk.slice(1) : chunk;
		}
		const crIndex = chunk.indexOf("\r");
		const lfIndex = chunk.indexOf("\n");
		const lineEnd = crIndex === -1 ? lfIndex : lfIndex === -1 ? crIndex : crIndex < lfIndex ? crIndex : lfIndex;
		if (lineEnd === -1) return "";
		if (lineEnd === chunk.length - 1 && chunk.charCodeAt(lineEnd) === CR) {
			skippingLine = false;
			skipNextLineFeed = true;
			return "";
		}
		skippingLine = false;
		return chunk.slice(lineEnd + (chunk.charCodeAt(lineEnd) === CR && chunk.charCodeAt(lineEnd + 1) === LF ? 2 : 1));
	}
	function storeTrailing(trailing) {
		if (!trailing) return;
		if (trailing.charCodeAt(trailing.length - 1) === CR) {
			parseLine(trailing, 0, trailing.length - 1);
			if (checkForBufferOverflow()) return;
			skipNextLineFeed = true;
			return;
		}
		if (shouldBufferTrailing(trailing)) {
			pendingFragments.push(trailing);
			pendingFragmentsLength = trailing.length;
			return;
		}
		skippingLine = true;
	}
	function shouldBufferTrailing(trailing) {
		const firstCharCode = trailing.charCodeAt(0);
		return firstCharCode === 58 && !!onComment || firstCharCode === 100 && isPotentialField(trailing, "data") || firstCharCode === 101 && isPotentialField(trailing, "event") || firstCharCode === 105 && isPotentialField(trailing, "id") || firstCharCode === 114 && isPotentialField(trailing, "retry");
	}
	function checkForBufferOverflow() {
		if (terminated) return true;
		if (maxBufferSize === void 0) return false;
		if (pendingFragmentsLength + data.length <= maxBufferSize) return false;
		terminated = true;
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
		skippingLine = false;
		skipNextLineFeed = false;
		onError === null || onError === void 0 || onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, { type: "max-buffer-size-exceeded" }));
		return true;
	}
	function processLines(chunk) {
		let searchIndex = 0;
		if (chunk.indexOf("\r") === -1) {
			let lfIndex = chunk.indexOf("\n", searchIndex);
			while (lfIndex !== -1) {
				if (searchIndex === lfIndex) {
					if (id !== void 0) onId === null || onId === void 0 || onId(id);
					if (dataLines > 0) onEvent === null || onEvent === void 0 || onEvent({
						id,
						event: eventType,
						data
					});
					id = void 0;
					data = "";
					dataLines = 0;
					eventType = void 0;
					searchIndex = lfIndex + 1;
					lfIndex = chunk.indexOf("\n", searchIndex);
					continue;
				}
				const firstCharCode = chunk.charCodeAt(searchIndex);
				if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
					const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5;
					const value = chunk.slice(valueStart, lfIndex);
					if (dataLines === 0 && chunk.charCodeAt(lfIndex + 1) === LF) {
						if (id !== void 0) onId === null || onId === void 0 || onId(id);
						onEvent === null || onEvent === void 0 || onEvent({
							id,
							event: eventType,
							data: value
						});
						id = void 0;
						data = "";
						eventType = void 0;
						searchIndex = lfIndex + 2;
						lfIndex = chunk.indexOf("\n", searchIndex);
						continue;
					}
					data = dataLines === 0 ? value : `${data}\n${value}`;
					dataLines++;
				} else if (isEventPrefix(chunk, searchIndex, firstCharCode)) eventType = chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex) || void 0;
				else parseLine(chunk, searchIndex, lfIndex);
				if (checkForBufferOverflow()) return "";
				searchIndex = lfIndex + 1;
				lfIndex = chunk.indexOf("\n", searchIndex);
			}
			return chunk.slice(searchIndex);
		}
		let crIndex = chunk.indexOf("\r", searchIndex);
		let lfIndex = chunk.indexOf("\n", searchIndex);
		while (searchIndex < chunk.length) {
			let lineEnd = -1;
			if (crIndex !== -1 && lfIndex !== -1) lineEnd = crIndex < lfIndex ? crIndex : lfIndex;
			else if (crIndex !== -1) {
				if (crIndex === chunk.length - 1) lineEnd = -1;
				else lineEnd = crIndex;
			} else if (lfIndex !== -1) lineEnd = lfIndex;
			if (lineEnd === -1) break;
			parseLine(chunk, searchIndex, lineEnd);
			if (checkForBufferOverflow()) return "";
			searchIndex = lineEnd + 1;
			if (chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF) searchIndex++;
			if (crIndex !== -1 && crIndex < searchIndex) crIndex = chunk.indexOf("\r", searchIndex);
			if (lfIndex !== -1 && lfIndex < searchIndex) lfIndex = chunk.indexOf("\n", searchIndex);
		}
		return chunk.slice(searchIndex);
	}
	function parseLine(chunk, start, end) {
		if (start === end) {
			dispatchEvent();
			return;
		}
		const firstCharCode = chunk.charCodeAt(start);
		if (isDataPrefix(chunk, start, firstCharCode)) {
			const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
			const value = chunk.slice(valueStart, end);
			data = dataLines === 0 ? value : `${data}\n${value}`;
			dataLines++;
			return;
		}
		if (isEventPrefix(chunk, start, firstCharCode)) {
			eventType = chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || void 0;
			return;
		}
		if (firstCharCode === 105 && chunk.charCodeAt(start + 1) === 100 && chunk.charCodeAt(start + 2) === 58) {
			const value = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
			if (!value.includes("\0")) id = value;
			return;
		}
		if (firstCharCode === 58) {
			if (onComment) {
				const line = chunk.slice(start, end);
				onComment(line.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
			}
			return;
		}
		const line = chunk.slice(start, end);
		const fieldSeparatorIndex = line.indexOf(":");
		if (fieldSeparatorIndex === -1) {
			processField(line, "", line);
			return;
		}
		const field = line.slice(0, fieldSeparatorIndex);
		const offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
		processField(field, line.slice(fieldSeparatorIndex + offset), line);
	}
	function processField(field, value, line) {
		switch (field) {
			case "event":
				eventType = value || void 0;
				break;
			case "data":
				data = dataLines === 0 ? value : `${data}\n${value}`;
				dataLines++;
				break;
			case "id":
				if (!value.includes("\0")) id = value;
				break;
			case "retry":
				if (/^\d+$/.test(value)) onRetry === null || onRetry === void 0 || onRetry(parseInt(value, 10));
				else onError === null || onError === void 0 || onError(new ParseError(`Invalid \`retry\` value: "${value}"`, {
					type: "invalid-retry",
					value,
					line
				}));
				break;
			default: onError === null || onError === void 0 || onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}…` : field}"`, {
				type: "unknown-field",
				field,
				value,
				line
			}));
		}
	}
	function dispatchEvent() {
		if (id !== void 0) onId === null || onId === void 0 || onId(id);
		if (dataLines > 0) onEvent === null || onEvent === void 0 || onEvent({
			id,
			event: eventType,
			data
		});
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
	}
	function reset(options = {}) {
		if (options.consume && pendingFragments.length > 0) {
			const incompleteLine = pendingFragments.join("");
			parseLine(incompleteLine, 0, incompleteLine.length);
		}
		bomPrefix = "";
		id = void 0;
		data = "";
		dataLines = 0;
		eventType = void 0;
		pendingFragments.length = 0;
		pendingFragmentsLength = 0;
		terminated = false;
		skippingLine = false;
		skipNextLineFeed = false;
	}
	return {
		feed,
		reset
	};
}
function isDataPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 100 && chunk.charCodeAt(i + 1) === 97 && chunk.charCodeAt(i + 2) === 116 && chunk.charCodeAt(i + 3) === 97 && chunk.charCodeAt(i + 4) === 58;
}
function isEventPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 101 && chunk.charCodeAt(i + 1) === 118 && chunk.charCodeAt(i + 2) === 101 && chunk.charCodeAt(i + 3) === 110 && chunk.charCodeAt(i + 4) === 116 && chunk.charCodeAt(i + 5) === 58;
}
function isPotentialField(line, field) {
	let i = 1;
	while (i < line.length && i < field.length) {
		if (line.charCodeAt(i) !== field.charCodeAt(i)) return false;
		i++;
	}
	return line.length <= field.length || line.charCodeAt(field.length) === 58;
}
// src/client/follow-events.ts
const end = "end";
const longestSilence = 9e4;
async function* followEvents(connection, id, { lastEventId, signal: own }) {
	const signal = connection.signal(own);
	const resumed = patience(12, isPassingCut, signal);
	let last = lastEventId;
	for (;;) try {
		const response = await connection.ask(`/v1/jobs/${encodeURIComponent(id)}/events`, {
			...signal === void 0 ? {} : { signal },
			tries: 1,
			headers: {
				accept: "text/event-stream",
				...last === void 0 ? {} : { "last-event-id": last }
			}
		});
		if (response.status === 204) return;
		for await (const message of messages(connection.bytes(response, signal, longestSilence))) {
			if (message.id !== void 0) last = message.id;
			resumed.reset();
			yield eventOf(message);
			if (last === end) return;
		}
		throw networkError(new Error("the events ended before the job"));
	} catch (error) {
		await resumed.after(error);
	}
}
async function* messages(chunks) {
	const decoder = new TextDecoder();
	let ready = [];
	const parser = createParser({ onEvent: (message) => ready.push(message) });
	for await (const chunk of chunks) {
		parser.feed(decoder.decode(chunk, { stream: true }));
		const now = ready;
		ready = [];
		yield* now;
	}
}
const eventOf = ({ data, event, id }) => ({
	...id === void 0 ? {} : { id },
	event,
	data: JSON.parse(data)
});
// src/client/follow-ledger.ts
const betweenLooks = 2e3;
async function* followLedger(connection, id, { signal: own, ...query }) {
	const signal = connection.signal(own);
	let after = query.after;
	for (;;) {
		const page = await connection.json(`/v1/jobs/${encodeURIComponent(id)}/ledger`, {
			query: {
				limit: 1e3,
				...query,
				after
			},
			...signal === void 0 ? {} : { signal }
		});
		yield* page.ledger;
		if (page.next_cursor === null) return;
		after = page.next_cursor;
		if (page.ledger.length === 0) await pause(betweenLooks, signal);
	}
}
// src/client/JobRun.ts
const jobRun = (connection, job, { fields, signal }) => {
	job.catch(() => void 0);
	const call = signal === void 0 ? {} : { signal };
	const path = async () => `/v1/jobs/${encodeURIComponent((await job).id)}`;
	async function* events(options = {}) {
		yield* followEvents(connection, (await job).id, {
			...call,
			...options
		});
	}
	async function* documents() {
		const { id } = await job;
		yield* followDocuments(connection, id, {
			...call,
			fields
		});
		const last = await connection.json(await path(), call);
		if (last.status === "failed") throw failureOf(last);
	}
	return {
		job,
		events,
		ended: async () => {
			for await (const _ of events());
			return connection.json(await path(), call);
		},
		cancel: async () => connection.json(await path(), {
			...call,
			method: "DELETE"
		}),
		[Symbol.asyncIterator]: documents
	};
};
const failureOf = ({ errors, url }) => {
	const reason = errors.at(-1);
	return new GleanerError({
		code: reason?.code ?? "job_failed",
		status: 0,
		title: "The job failed",
		detail: reason?.message ?? "The job failed. The log of the service says why.",
		url: reason?.url ?? url
	});
};
// src/client/gleaner-client.ts
const gleanerClient = (options = {}) => {
	const connection = connect(options);
	const { ask, json, text } = connection;
	const job = (id) => `/v1/jobs/${encodeURIComponent(id)}`;
	const start = (path, body, call = {}) => {
		const headers = { "idempotency-key": call.idempotencyKey ?? randomKey() };
		return jobRun(connection, json(path, {
			...call,
			body,
			headers
		}), {
			...call,
			fields: body.fields
		});
	};
	return {
		scrape: (body, call) => json("/v1/scrape", {
			...call,
			body
		}),
		markdown: (body, call) => text("/v1/scrape", {
			...call,
			body,
			headers: { accept: "text/markdown" }
		}),
		text: (body, call) => text("/v1/scrape", {
			...call,
			body,
			headers: { accept: "text/plain" }
		}),
		screenshot: async (body, call) => {
			const response = await ask("/v1/screenshot", {
				...call,
				body
			});
			return {
				bytes: await connection.whole(response, call?.signal),
				content_type: response.headers.get("content-type") ?? "",
				url: response.headers.get("page-url") ?? body.url,
				status: Number(response.headers.get("page-status") ?? 0)
			};
		},
		discover: (body, call) => json("/v1/discover", {
			...call,
			body
		}),
		crawl: (body, call) => start("/v1/crawl", body, call),
		batch: (body, call) => start("/v1/batch", body, call),
		dryRun: (body, call) => json("/v1/crawl", {
			...call,
			body: {
				...body,
				dry_run: true
			}
		}),
		jobs: {
			list: ({ signal, ...query } = {}) => json("/v1/jobs", {
				signal,
				query
			}),
			get: (id, { signal, ...query } = {}) => json(job(id), {
				signal,
				query
			}),
			cancel: (id, call) => json(job(id), {
				...call,
				method: "DELETE"
			}),
			delete: (id, call) => json(job(id), {
				...call,
				method: "DELETE",
				query: { purge: true }
			}),
			follow: (id, call = {}) => jobRun(connection, json(job(id), call), call),
			documents: (id, { signal, ...query } = {}) => json(`${job(id)}/documents`, {
				signal,
				query
			}),
			ledger: (id, { signal, ...query } = {}) => json(`${job(id)}/ledger`, {
				signal,
				query
			})
		},
		documents: (id, call = {}) => followDocuments(connection, id, call),
		ledger: (id, filter = {}) => followLedger(connection, id, filter),
		events: (id, call = {}) => followEvents(connection, id, call),
		diff: (id, url, call) => text(`${job(id)}/diff`, {
			...call,
			query: { url }
		}),
		health: (call) => json("/v1/health", { ...call }),
		metrics: (call) => text("/v1/metrics", { ...call })
	};
};
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export { GleanerError, gleanerClient };
