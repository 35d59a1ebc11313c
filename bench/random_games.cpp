// Random games of Mangala and Mosty in C++, the peer of bench/random_games.py, which compiles and calls it.
//
// Each game twice: as one writes it at first, move by move (Mangala) or by a shuffle of the crossings (Mosty, size 5), and by the
// shortest way known to us, that of charkoni.games.*.playout.  The generator is that of the package, so that Mangala's games are the same.

#include <cstdint>
#include <cstring>

namespace {

struct Generator {
    uint64_t a, b;
    uint64_t next() {
        const uint64_t result = a + b, c = a ^ b;
        a = ((a << 24) | (a >> 40)) ^ c ^ (c << 16);
        b = (c << 37) | (c >> 27);
        return result;
    }
    uint32_t below(uint32_t n) { return uint32_t(((next() >> 32) * n) >> 32); }
};

constexpr int STONES = 48, STORE = 6, RING = 13;

int last_of(int hole, int stones) { return (hole + (stones > 1 ? stones - 1 : 1)) % RING; }

struct Falls {
    int8_t of[6][STONES + 1][RING];
    Falls() {
        std::memset(of, 0, sizeof of);
        for (int hole = 0; hole < 6; hole++)
            for (int stones = 1; stones <= STONES; stones++) {
                const int begin = stones == 1 ? hole + 1 : hole;
                for (int i = 0; i < stones; i++) of[hole][stones][(begin + i) % RING]++;
            }
    }
};
const Falls falls;

struct Sowing {
    uint64_t own, other;
    uint32_t source, ending;
    uint64_t even, turns;
};

struct Sowings {
    Sowing of[6][64];
    uint8_t hole[64][6], number[64];
    Sowings() {
        std::memset(of, 0, sizeof of);
        for (int each = 0; each < 6; each++)
            for (int stones = 1; stones <= STONES; stones++) {
                Sowing &s = of[each][stones];
                for (int place = 0; place <= STORE; place++) s.own += uint64_t(falls.of[each][stones][place]) << 8 * place;
                for (int place = 0; place < 6; place++)
                    s.other += uint64_t(falls.of[each][stones][STORE + 1 + place]) << 8 * place;
                s.own -= uint64_t(stones) << 8 * each;
                const int last = last_of(each, stones);
                s.source = last > STORE ? 8 * (last - 7) : last < STORE ? 8 * (5 - last) : 56;
                s.ending = last < STORE ? 8 * last : 56;
                s.even = last > STORE;
                s.turns = last == STORE ? 0 : ~uint64_t(0);
            }
        for (int bits = 0; bits < 64; bits++) {
            number[bits] = 0;
            for (int each = 0; each < 6; each++)
                if (bits >> each & 1) hole[bits][number[bits]++] = each;
        }
    }
};
const Sowings sowings;

void add_points(int lead, int64_t *points) {
    points[0] += lead > 0 ? 12 : lead < 0 ? 0 : 6;
    points[1] += lead > 0 ? 0 : lead < 0 ? 12 : 6;
}

int red_links(int crossings) { return (crossings + 1) / 2; }

// Whether links join the bottom to the top: `upright[r]` between the rows r and r + 1 of dots, `lying[r]` in row r.
template <int N> bool is_joined(const uint32_t *upright, const uint32_t *lying) {
    uint32_t reach[N + 1] = {(1u << N) - 1};
    for (bool grows = true; grows;) {
        grows = false;
        for (int row = 1; row <= N; row++) {
            uint32_t dots = reach[row] | (reach[row - 1] & upright[row - 1]);
            if (row < N) {
                dots |= reach[row + 1] & upright[row];
                for (uint32_t more; (more = dots | (dots & lying[row]) << 1 | (dots >> 1 & lying[row])) != dots;) dots = more;
            }
            grows |= dots != reach[row];
            reach[row] = dots;
        }
        if (reach[N]) return true;
    }
    return false;
}

}  // namespace

extern "C" {

// Play Mangala move by move; return the plies.  rng: the state, changed.  points: in twelfths, added to.
int64_t mangala_plain(uint64_t *rng, int64_t games, int64_t *points) {
    Generator generator{rng[0], rng[1]};
    int64_t plies = 0;
    for (int64_t game = 0; game < games; game++) {
        int8_t holes[2][6], store[2] = {0, 0};
        std::memset(holes, 4, sizeof holes);
        int me = 0;
        for (;;) {
            int moves[6], n = 0;
            for (int hole = 0; hole < 6; hole++) {
                moves[n] = hole;
                n += holes[me][hole] > 0;
            }
            const int hole = moves[generator.below(n)], stones = holes[me][hole], last = last_of(hole, stones);
            int8_t *own = holes[me], *other = holes[1 - me];
            const int8_t *fall = falls.of[hole][stones];
            own[hole] = 0;
            for (int at = 0; at < 6; at++) own[at] += fall[at];
            store[me] += fall[STORE];
            for (int at = 0; at < 6; at++) other[at] += fall[STORE + 1 + at];
            if (last > STORE) {
                if (other[last - 7] % 2 == 0) {
                    store[me] += other[last - 7];
                    other[last - 7] = 0;
                }
            } else if (last < STORE && own[last] == 1 && other[5 - last] > 0) {
                store[me] += 1 + other[5 - last];
                own[last] = other[5 - last] = 0;
            }
            plies++;
            int mine = 0, theirs = 0;
            for (int at = 0; at < 6; at++) mine += own[at], theirs += other[at];
            if (mine == 0 || theirs == 0) {
                store[mine == 0 ? me : 1 - me] += mine + theirs;
                break;
            }
            if (last != STORE) me = 1 - me;
        }
        add_points(store[0] - store[1], points);
    }
    rng[0] = generator.a, rng[1] = generator.b;
    return plies;
}

// The same games on two words: a sowing is two additions, both captures are made without a branch.
int64_t mangala_packed(uint64_t *rng, int64_t games, int64_t *points) {
    Generator generator{rng[0], rng[1]};
    constexpr uint64_t HOLES = (uint64_t(1) << 48) - 1, START = 0x040404040404;
    int64_t plies = 0;
    for (int64_t game = 0; game < games; game++) {
        uint64_t own = START, other = START, me = 0;
        for (;;) {
            const uint64_t bits = (((own & HOLES) + 0x7F7F7F7F7F7F) & 0x808080808080) >> 7, pairs = bits | bits >> 7;
            const uint64_t filled = (pairs | pairs >> 14 | pairs >> 28) & 63;
            const unsigned hole = sowings.hole[filled][generator.below(sowings.number[filled])];
            const Sowing &s = sowings.of[hole][own >> 8 * hole & 255];
            own += s.own;
            other += s.other;
            const uint64_t caught = other >> s.source & 255, alone = own >> s.ending & 255;
            const uint64_t takes = (s.even & ~caught) | ((alone == 1) & (caught > 0));
            own += ((caught + alone) * takes << 48) - (alone * takes << s.ending);
            other -= caught * takes << s.source;
            plies++;
            if (!(own & HOLES) || !(other & HOLES)) break;
            const uint64_t exchanged = (own ^ other) & s.turns;
            own ^= exchanged;
            other ^= exchanged;
            me ^= s.turns & 1;
        }
        // Whoever emptied his side takes what is left: everything that is not in the other's store.
        const int theirs = int((own & HOLES) ? own >> 48 : other >> 48), lead = (own & HOLES) ? 2 * theirs - 48 : 48 - 2 * theirs;
        add_points(me ? -lead : lead, points);
    }
    rng[0] = generator.a, rng[1] = generator.b;
    return plies;
}

// Play Mosty, size 5, by shuffling the crossings; return the links.
int64_t mosty_plain(uint64_t *rng, int64_t games, int64_t *points) {
    constexpr int N = 5, CROSSINGS = N * N + (N - 1) * (N - 1), STRIDE = 2 * N - 1;
    Generator generator{rng[0], rng[1]};
    uint8_t order[CROSSINGS];
    for (int code = 0; code < CROSSINGS; code++) order[code] = code;
    for (int64_t game = 0; game < games; game++) {
        uint32_t upright[N] = {}, lying[N + 1] = {};
        for (int i = 0; i < red_links(CROSSINGS); i++) {
            const int j = i + generator.below(CROSSINGS - i), code = order[j], row = code / STRIDE, place = code % STRIDE;
            order[j] = order[i];
            order[i] = code;
            if (place < N)
                upright[row] |= 1u << place;
            else
                lying[row + 1] |= 1u << (place - N);
        }
        points[is_joined<N>(upright, lying) ? 0 : 1] += 12;
    }
    rng[0] = generator.a, rng[1] = generator.b;
    return games * CROSSINGS;
}

// Play Mosty, size 5, by a random half of the crossings, corrected one by one, and a search on one word.
int64_t mosty_filled(uint64_t *rng, int64_t games, int64_t *points) {
    constexpr int N = 5, CROSSINGS = N * N + (N - 1) * (N - 1), STRIDE = 2 * N - 1;
    constexpr uint64_t FREE = (uint64_t(1) << CROSSINGS) - 1, ROW = (1 << N) - 1;
    uint64_t UPRIGHT = 0;
    for (int row = 0; row < N; row++) UPRIGHT |= ROW << STRIDE * row;
    Generator generator{rng[0], rng[1]};
    for (int64_t game = 0; game < games; game++) {
        const uint64_t half = generator.next() & FREE;
        int missing = red_links(CROSSINGS) - __builtin_popcountll(half);
        const bool is_short = missing > 0;
        uint64_t pool = is_short ? FREE ^ half : half;
        for (missing = is_short ? missing : -missing; missing > 0;) {
            const unsigned place = generator.below(CROSSINGS);
            const uint64_t found = pool >> place & 1;
            pool ^= found << place;
            missing -= int(found);
        }
        const uint64_t red = is_short ? FREE ^ pool : pool;
        const uint64_t across = (red & ~UPRIGHT) << (N - 1), upright = red & UPRIGHT;
        const uint64_t goal = upright >> STRIDE * (N - 1) << STRIDE * (N - 1);
        uint64_t reached = (upright & ROW) << STRIDE, more;
        bool joined = false;
        for (;; reached = more) {
            more = reached | (reached & upright) << STRIDE | (reached >> STRIDE & upright);
            more |= (more & across) << 1 | (more >> 1 & across);
            joined = more & goal;
            if (joined || more == reached) break;
        }
        points[joined ? 0 : 1] += 12;
    }
    rng[0] = generator.a, rng[1] = generator.b;
    return games * CROSSINGS;
}

}  // extern "C"
