/* Mangala's tables in plain C, written apart from the package: stones sown one by one, boards as twelve bytes,
 * values by recursion with a table of what is known.  It shares no code, no order of building and no table of moves
 * with charkoni.solve; only the rank is the same, so that the checksums can be compared.
 *
 *   solve_plain STONES REST           REST 1: the emptied side takes the rest (M11), -1: each keeps his own
 *
 * prints for every layer: stones, boards, CRC-32 of all cells so far; then boards and seconds.
 *
 *   solve_plain STONES REST MEMORY    a proof of every board on standard input, one a line, twelve numbers from the
 *                                     mover's hole 1 on; MEMORY in MB; tables, filled as they are asked, up to STONES
 *
 * prints for every board: its value, the nodes searched above the tables, and seconds.  Proofs are a plain recursive
 * alpha-beta with null windows: sowing as above, a memory of two places, best hole first, nothing looked up ahead.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 48, UNKNOWN = 0 };
static int64_t choose[13][MOST + 2];
static uint8_t *table;
static int rest;

static int64_t rank_of(const int8_t *b) {
    int64_t rank = 0;
    int sum = 0;
    for (int i = 0; i < 12; i++) rank += choose[i + 1][sum += b[i]];
    return rank;
}

static int value_of(const int8_t *b);

enum { OVER, AGAIN, TURN };

/* Plays a hole of the mover: places 0..5 own, 6 the store, 7..12 the other's.  Says who moves on from `after`, which
 * is his board, and what was banked, all further stones included when the game is over. */
static int played(const int8_t *b, int hole, int stones, int8_t *after, int *bank) {
    int8_t place[13];
    memcpy(place, b, 6);
    place[6] = 0;
    memcpy(place + 7, b + 6, 6);
    int hand = place[hole], at = hand > 1 ? hole : hole + 1;
    place[hole] = 0;
    for (;;) {
        place[at]++;
        if (--hand == 0) break;
        at = (at + 1) % 13;
    }
    if (at > 6 && place[at] % 2 == 0) {
        place[6] += place[at];
        place[at] = 0;
    } else if (at < 6 && place[at] == 1 && place[12 - at] > 0) {
        place[6] += 1 + place[12 - at];
        place[at] = place[12 - at] = 0;
    }
    int left = stones - place[6], mine = 0, theirs = 0;
    *bank = place[6];
    for (int i = 0; i < 6; i++) mine += place[i], theirs += place[7 + i];
    if (mine == 0 || theirs == 0) {
        *bank += mine == 0 ? rest * left : -rest * left;
        return OVER;
    }
    memcpy(after, place + (at == 6 ? 0 : 7), 6);
    memcpy(after + 6, place + (at == 6 ? 7 : 0), 6);
    return at == 6 ? AGAIN : TURN;
}

static int value_of(const int8_t *b) {
    uint8_t *cell = table + rank_of(b);
    if (*cell != UNKNOWN) return *cell - 100;
    int stones = 0, mine = 0, best = -100;
    for (int i = 0; i < 12; i++) stones += b[i];
    for (int i = 0; i < 6; i++) mine += b[i];
    if (mine == 0) best = rest * stones;
    for (int hole = 0; mine && hole < 6; hole++)
        if (b[hole]) {
            int8_t after[12];
            int bank, next = played(b, hole, stones, after, &bank);
            int value = next == OVER ? bank : next == AGAIN ? bank + value_of(after) : bank - value_of(after);
            if (value > best) best = value;
        }
    *cell = best + 100;
    return best;
}

static void every_board(int8_t *b, int at, int left) {
    if (at == 11) {
        b[11] = left;
        value_of(b);
        return;
    }
    for (b[at] = 0; b[at] <= left; b[at]++) every_board(b, at + 1, left - b[at]);
    b[at] = 0;
}

static uint32_t crc(uint32_t sum, const uint8_t *bytes, int64_t n) {
    static uint32_t step[256];
    if (!step[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            step[i] = c;
        }
    sum = ~sum;
    for (int64_t i = 0; i < n; i++) sum = step[(sum ^ bytes[i]) & 255] ^ (sum >> 8);
    return ~sum;
}

/* --- proofs above the tables */

typedef struct {
    int64_t key; /* rank + 1: the whole board, so that two are never confused */
    int8_t low, high, hole;
} Known;
static Known *memory;
static uint64_t places;
static int64_t nodes;
static int limit;

static Known *known(int64_t key) {
    uint64_t at = ((uint64_t)key * 0x9E3779B97F4A7C15u >> 20) % places & ~1ull;
    if (memory[at].key == key) return memory + at;
    if (memory[at + 1].key != key) { /* the older of two makes room */
        memory[at + 1] = memory[at];
        memory[at] = (Known){key, -100, 100, -1};
        return memory + at;
    }
    return memory + at + 1;
}

/* Is the value of a board, of so many stones, at least gamma? */
static int at_least(const int8_t *b, int stones, int gamma) {
    if (gamma <= -stones || gamma > stones) return gamma <= 0;
    if (stones <= limit) return value_of(b) >= gamma;
    int64_t key = rank_of(b) + 1;
    Known *found = known(key);
    if (found->low >= gamma) return 1;
    if (found->high < gamma) return 0;
    int first = found->hole, yes = 0, hole = 0;
    nodes++;
    for (int i = first < 0 ? 0 : -1; i < 6 && !yes; i++) {
        hole = i < 0 ? first : 5 - i;
        if (b[hole] == 0 || (i >= 0 && hole == first)) continue;
        int8_t after[12];
        int bank, next = played(b, hole, stones, after, &bank);
        if (next == OVER) yes = bank >= gamma;
        else if (next == AGAIN) yes = at_least(after, stones - bank, gamma - bank);
        else yes = !at_least(after, stones - bank, bank - gamma + 1);
    }
    found = known(key); /* it may have been driven out meanwhile */
    if (yes) found->low = gamma, found->hole = hole;
    else found->high = gamma - 1;
    return yes;
}

static void prove_all(int megabytes) {
    places = (uint64_t)megabytes * 1000000 / sizeof(Known) & ~1ull;
    memory = calloc(places, sizeof(Known));
    if (!memory) exit(3);
    int n[12];
    while (scanf("%d%d%d%d%d%d%d%d%d%d%d%d", n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10,
                 n + 11) == 12) {
        int8_t b[12];
        int stones = 0, low, high;
        for (int i = 0; i < 12; i++) stones += b[i] = n[i];
        if (stones > MOST) exit(2);
        clock_t before = clock();
        nodes = 0;
        low = -stones, high = stones;
        for (int gamma = 2 - stones % 2; low < high; gamma = (low + high + 2) / 2) {
            if ((gamma - stones) % 2) gamma++;
            if (gamma <= low) gamma += 2;
            if (at_least(b, stones, gamma)) low = gamma;
            else high = gamma - 2;
        }
        printf("%d %lld nodes %.6f seconds\n", low, (long long)nodes, (double)(clock() - before) / CLOCKS_PER_SEC);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4) return 2;
    int stones = atoi(argv[1]);
    rest = atoi(argv[2]);
    for (int i = 1; i <= 12; i++)
        for (int s = 0; s <= MOST + 1; s++) /* C(s + i - 1, i) */
            choose[i][s] = s == 0 ? 0 : i == 1 ? s : choose[i][s - 1] + choose[i - 1][s];
    int64_t size = choose[12][stones + 1], done = 0;
    table = calloc(size, 1);
    if (!table) return 3;
    if (argc == 4) {
        limit = stones;
        prove_all(atoi(argv[3]));
        return 0;
    }
    double seconds = 0;
    uint32_t sum = 0;
    for (int n = 0; n <= stones; n++) {
        int8_t b[12] = {0};
        clock_t before = clock();
        every_board(b, 0, n);
        seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
        sum = crc(sum, table + done, choose[12][n + 1] - done);
        done = choose[12][n + 1];
        printf("%d %lld %08x\n", n, (long long)done, sum);
    }
    printf("%lld boards %.6f seconds\n", (long long)size, seconds);
    return 0;
}
